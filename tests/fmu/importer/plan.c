/* SPDX-License-Identifier: MIT */
#include "plan.h"

#include <stdlib.h>
#include <string.h>

struct variable* find_variable(struct plan* plan, const char* name) {
    size_t i;
    for (i = 0; i < plan->variable_count; ++i)
        if (strcmp(plan->variables[i].name, name) == 0) return &plan->variables[i];
    fprintf(stderr, "fmu_importer: there is no variable %s\n", name);
    return NULL;
}

static bool read_type(const char* text, enum type* type) {
    static const char* const names[] = {"real", "integer", "boolean", "string", "enumeration"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; ++i)
        if (strcmp(text, names[i]) == 0) {
            *type = (enum type)i;
            return true;
        }
    return false;
}

static bool read_variable(struct plan* plan, const char* values) {
    struct variable* variable = &plan->variables[plan->variable_count];
    char type[32];
    if (plan->variable_count == most_variables) return false;
    ++plan->variable_count;
    return sscanf(values, "%31s %u %31s %511s", type, &variable->reference, variable->causality,
                  variable->name) == 4 &&
           read_type(type, &variable->type);
}

static bool read_start(struct plan* plan, const char* values) {
    char name[longest_word], value[longest_word] = "";
    struct variable* variable = NULL;
    if (sscanf(values, "%511s %511[^\n]", name, value) < 1) return false;
    variable = find_variable(plan, name);
    if (variable) strcpy(variable->start, value);
    return variable != NULL;
}

static bool read_run(struct plan* plan, const char* values) {
    struct run* run = &plan->runs[plan->run_count];
    if (plan->run_count == most_runs) return false;
    ++plan->run_count;
    return sscanf(values, "%511s %511s", run->inputs, run->outputs) == 2;
}

/* A line whose first word is not about a variable. */
static bool read_value(struct plan* plan, const char* word, const char* values) {
    struct run* run = plan->run_count ? &plan->runs[plan->run_count - 1] : NULL;
    if (strcmp(word, "fmi") == 0) return sscanf(values, "%d", &plan->version) == 1;
    if (strcmp(word, "library") == 0) return sscanf(values, "%511s", plan->library) == 1;
    if (strcmp(word, "token") == 0) return sscanf(values, "%511[^\n]", plan->token) == 1;
    if (strcmp(word, "resources") == 0) return sscanf(values, "%511s", plan->resources) == 1;
    if (strcmp(word, "step") == 0) return sscanf(values, "%lf", &plan->step_s) == 1;
    if (strcmp(word, "from") == 0) return sscanf(values, "%lf", &plan->from_s) == 1;
    if (strcmp(word, "stop") == 0) return sscanf(values, "%lf", &plan->stop_s) == 1;
    if (strcmp(word, "run") == 0) return read_run(plan, values);
    if (strcmp(word, "save") == 0)
        return run && sscanf(values, "%lf %511s", &run->save_s, run->save) == 2;
    if (strcmp(word, "load") == 0) return run && sscanf(values, "%511s", run->load) == 1;
    plan->reports_calls = strcmp(word, "calls") == 0;
    return plan->reports_calls;
}

static bool read_line(struct plan* plan, const char* line) {
    char word[32];
    int length = 0;
    if (sscanf(line, "%31s %n", word, &length) != 1) return false;
    if (strcmp(word, "variable") == 0) return read_variable(plan, line + length);
    if (strcmp(word, "set") == 0) return read_start(plan, line + length);
    return read_value(plan, word, line + length);
}

bool read_plan(FILE* file, struct plan* plan) {
    char line[4 * longest_word];
    plan->step_s = 0.001;
    while (fgets(line, sizeof line, file))
        if (!read_line(plan, line)) {
            fprintf(stderr, "fmu_importer: wrong line: %s", line);
            return false;
        }
    return plan->version == 2 || plan->version == 3;
}
