/* SPDX-License-Identifier: MIT */
/* Wrong calls. The test that started this program decides which status is right. */
#include "run.h"

#include <math.h>
#include <string.h>

static const uint32_t unknown_reference = 4000000000u;

static void report(const char* name, int status) {
    printf("%s %d\n", name, status);
    fflush(stdout); /* the next call may end the process */
}

static void report_step(const char* name, struct step step) {
    printf("%s %d %.17g\n", name, step.status, step.last_time_s);
    fflush(stdout);
}

static const struct variable* first_of(const struct plan* plan, const char* causality) {
    size_t i;
    for (i = 0; i < plan->variable_count; ++i)
        if (plan->variables[i].type == REAL && strcmp(plan->variables[i].causality, causality) == 0)
            return &plan->variables[i];
    return NULL;
}

static void report_set(const struct fmu* fmu, const struct plan* plan, void* instance,
                       const char* name, const char* causality, const char* value) {
    const struct variable* variable = first_of(plan, causality);
    if (variable) report(name, fmu->set(instance, REAL, variable->reference, value));
}

static void before_initialisation(const struct fmu* fmu, struct plan* plan) {
    void* instance = fmu->instantiate("wrong", "not the token", plan->resources);
    report("wrong_token_gives_instance", instance != NULL);
    if (instance) fmu->free(instance);
    instance = fmu->instantiate("early", plan->token, plan->resources);
    if (!instance) return;
    report_step("step_before_initialisation", fmu->step(instance, 0.0, plan->step_s));
    report("terminate_before_initialisation", fmu->terminate(instance));
    report("exit_before_enter", fmu->exit_initialisation(instance));
    fmu->free(instance);
}

static void wrong_values(const struct fmu* fmu, struct plan* plan, void* instance) {
    char text[longest_word];
    report("get_unknown", fmu->get(instance, REAL, unknown_reference, text, sizeof text));
    report("set_unknown", fmu->set(instance, REAL, unknown_reference, "0"));
    report_set(fmu, plan, instance, "set_output", "output", "0");
    report_set(fmu, plan, instance, "set_parameter_late", "parameter", "1");
    report_set(fmu, plan, instance, "set_input_nan", "input", "nan");
    report_set(fmu, plan, instance, "set_input", "input", "0");
}

static void wrong_steps(const struct fmu* fmu, struct plan* plan, void* instance) {
    report_step("step_of_zero", fmu->step(instance, 0.0, 0.0));
    report_step("step_back", fmu->step(instance, 0.0, -plan->step_s));
    report_step("step_of_nan", fmu->step(instance, 0.0, (double)NAN));
    report_step("step_endless", fmu->step(instance, 0.0, 1e300));
    report_step("step_elsewhere", fmu->step(instance, 7.0, plan->step_s));
}

static void report_partial_step(const struct fmu* fmu, struct plan* plan) {
    void* instance = start_instance(fmu, plan, 0.0);
    if (!instance) return;
    report_step("step_no_multiple", fmu->step(instance, 0.0, plan->step_s * 1.5));
    fmu->free(instance);
}

static void wrong_states(const struct fmu* fmu, void* instance) {
    static char bytes[64] = "these bytes are no state";
    int not_a_state = 0;
    void* state = NULL;
    report("free_state_null", fmu->free_state(instance, &state));
    report("deserialise_wrong", fmu->deserialise(instance, bytes, sizeof bytes, &state));
    report("set_state_null", fmu->set_state(instance, NULL));
    report("set_state_unknown", fmu->set_state(instance, &not_a_state));
    report("get_state", fmu->get_state(instance, &state));
    report("get_state_again", fmu->get_state(instance, &state));
    report("free_state", fmu->free_state(instance, &state));
    report("freed_state_is_null", state == NULL);
}

static void after_end(const struct fmu* fmu, struct plan* plan, void* instance) {
    report_step("step", fmu->step(instance, 0.0, plan->step_s));
    report("terminate", fmu->terminate(instance));
    report_step("step_after_terminate", fmu->step(instance, plan->step_s, plan->step_s));
    report("reset", fmu->reset(instance));
    report("enter_after_reset", fmu->enter_initialisation(instance, 0.0));
    report("exit_after_reset", fmu->exit_initialisation(instance));
    report_step("step_after_reset", fmu->step(instance, 0.0, plan->step_s));
    fmu->free(instance);
    fmu->free(NULL);
    report("free_null", IS_OK);
}

/* After an error an instance may only be reset or freed, so each group has a new one. */
int report_calls(const struct fmu* fmu, struct plan* plan) {
    void* values = start_instance(fmu, plan, 0.0);
    void* steps = start_instance(fmu, plan, 0.0);
    void* states = start_instance(fmu, plan, 0.0);
    void* end = start_instance(fmu, plan, 0.0);
    if (!values || !steps || !states || !end) return 1;
    before_initialisation(fmu, plan);
    wrong_values(fmu, plan, values);
    wrong_steps(fmu, plan, steps);
    report_partial_step(fmu, plan);
    wrong_states(fmu, states);
    after_end(fmu, plan, end);
    fmu->free(values);
    fmu->free(steps);
    fmu->free(states);
    return 0;
}
