/* SPDX-License-Identifier: MIT */
#include "run.h"

#include "table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An instance with its files. */
struct slave {
    const struct run* run;
    void* instance;
    struct table* inputs;
    FILE* outputs;
    double start_s; /* of its initialisation: the loaded state is later */
};

static bool failed(const char* what, int status) {
    if (status > IS_WARNING) fprintf(stderr, "fmu_importer: %s returned status %d\n", what, status);
    return status > IS_WARNING;
}

void* start_instance(const struct fmu* fmu, struct plan* plan, double start_s) {
    void* instance = fmu->instantiate("slave", plan->token, plan->resources);
    size_t i;
    if (!instance) fprintf(stderr, "fmu_importer: there is no instance\n");
    if (!instance) return NULL;
    for (i = 0; i < plan->variable_count; ++i) {
        const struct variable* variable = &plan->variables[i];
        if (variable->start[0] &&
            failed(variable->name,
                   fmu->set(instance, variable->type, variable->reference, variable->start)))
            return NULL;
    }
    if (failed("EnterInitializationMode", fmu->enter_initialisation(instance, start_s)))
        return NULL;
    if (failed("ExitInitializationMode", fmu->exit_initialisation(instance))) return NULL;
    return instance;
}

/* The whole file; NULL if it cannot be read. */
static char* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    char* bytes = NULL;
    if (!file || fseek(file, 0, SEEK_END) != 0) return NULL;
    *size = (size_t)ftell(file);
    rewind(file);
    bytes = malloc(*size + 1);
    if (bytes && fread(bytes, 1, *size, file) != *size) *size = 0;
    fclose(file);
    return bytes;
}

static bool load_state(const struct fmu* fmu, void* instance, const char* path) {
    size_t size = 0;
    void* state = NULL;
    char* bytes = read_file(path, &size);
    const bool is_loaded =
        bytes && !failed("Deserialize", fmu->deserialise(instance, bytes, size, &state)) &&
        !failed("SetFMUState", fmu->set_state(instance, state)) &&
        !failed("FreeFMUState", fmu->free_state(instance, &state));
    free(bytes);
    return is_loaded;
}

static bool write_state(const struct fmu* fmu, void* instance, void* state, const char* path) {
    size_t size = 0;
    char* bytes = NULL;
    FILE* file = NULL;
    bool is_written = false;
    if (failed("SerializedFMUStateSize", fmu->state_size(instance, state, &size))) return false;
    bytes = malloc(size + 1);
    file = fopen(path, "wb");
    if (bytes && file)
        is_written = !failed("Serialize", fmu->serialise(instance, state, bytes, size)) &&
                     fwrite(bytes, 1, size, file) == size;
    if (file) fclose(file);
    free(bytes);
    return is_written;
}

static bool save_state(const struct fmu* fmu, void* instance, const char* path) {
    void* state = NULL;
    if (failed("GetFMUState", fmu->get_state(instance, &state))) return false;
    return write_state(fmu, instance, state, path) &&
           !failed("FreeFMUState", fmu->free_state(instance, &state)) && !state;
}

static bool set_inputs(const struct fmu* fmu, struct plan* plan, struct slave* slave,
                       double time_s) {
    int column;
    if (!proceed(slave->inputs, time_s)) return true;
    for (column = 0; column < column_count(slave->inputs); ++column) {
        const char* name = column_name(slave->inputs, column);
        const struct variable* variable = find_variable(plan, name);
        if (!variable || failed(name, fmu->set(slave->instance, variable->type, variable->reference,
                                               cell(slave->inputs, column))))
            return false;
    }
    return true;
}

static void write_header(const struct plan* plan, FILE* file) {
    size_t i;
    fputs("time", file);
    for (i = 0; i < plan->variable_count; ++i)
        if (strcmp(plan->variables[i].causality, "output") == 0)
            fprintf(file, ",%s", plan->variables[i].name);
    fputc('\n', file);
}

static bool write_outputs(const struct fmu* fmu, const struct plan* plan, const struct slave* slave,
                          double time_s) {
    char text[longest_word];
    size_t i;
    fprintf(slave->outputs, "%.17g", time_s);
    for (i = 0; i < plan->variable_count; ++i) {
        const struct variable* variable = &plan->variables[i];
        if (strcmp(variable->causality, "output") != 0) continue;
        if (failed(variable->name, fmu->get(slave->instance, variable->type, variable->reference,
                                            text, sizeof text)))
            return false;
        fprintf(slave->outputs, ",%s", text);
    }
    fputc('\n', slave->outputs);
    return true;
}

static bool open_guest(const struct fmu* fmu, struct plan* plan, struct slave* slave) {
    slave->instance = start_instance(fmu, plan, slave->run->load[0] ? 0.0 : plan->from_s);
    if (!slave->instance) return false;
    if (slave->run->load[0] && !load_state(fmu, slave->instance, slave->run->load)) return false;
    slave->inputs = open_table(slave->run->inputs);
    slave->outputs = fopen(slave->run->outputs, "w");
    if (!slave->inputs || !slave->outputs) return false;
    write_header(plan, slave->outputs);
    return write_outputs(fmu, plan, slave, plan->from_s);
}

static bool step_guest(const struct fmu* fmu, struct plan* plan, struct slave* slave, long number) {
    const double time_s = plan->from_s + (double)number * plan->step_s;
    const double next_s = plan->from_s + (double)(number + 1) * plan->step_s;
    struct step result;
    if (slave->run->save[0] && fabs(time_s - slave->run->save_s) < plan->step_s / 2 &&
        !save_state(fmu, slave->instance, slave->run->save))
        return false;
    if (!set_inputs(fmu, plan, slave, time_s)) return false;
    result = fmu->step(slave->instance, time_s, plan->step_s);
    if (failed("DoStep", result.status)) return false;
    if (fabs(result.last_time_s - next_s) > plan->step_s * 1e-6) {
        fprintf(stderr, "fmu_importer: the step ended at %.17g, not %.17g\n", result.last_time_s,
                next_s);
        return false;
    }
    return write_outputs(fmu, plan, slave, next_s);
}

static bool close_guest(const struct fmu* fmu, struct slave* slave) {
    const bool is_terminated = !failed("Terminate", fmu->terminate(slave->instance));
    fmu->free(slave->instance);
    close_table(slave->inputs);
    return fclose(slave->outputs) == 0 && is_terminated;
}

int run_instances(const struct fmu* fmu, struct plan* plan) {
    static struct slave slaves[most_runs];
    const long steps = lround((plan->stop_s - plan->from_s) / plan->step_s);
    long number;
    size_t i;
    for (i = 0; i < plan->run_count; ++i) {
        slaves[i].run = &plan->runs[i];
        if (!open_guest(fmu, plan, &slaves[i])) return 1;
    }
    for (number = 0; number < steps; ++number)
        for (i = 0; i < plan->run_count; ++i)
            if (!step_guest(fmu, plan, &slaves[i], number)) return 1;
    for (i = 0; i < plan->run_count; ++i)
        if (!close_guest(fmu, &slaves[i])) return 1;
    return 0;
}
