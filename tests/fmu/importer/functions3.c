/* SPDX-License-Identifier: MIT */
#include "../standard/fmi3.h"

#include "functions.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each is called, so a library that lacks one cannot be used. */
#define FUNCTIONS(use)                                                                          \
    use(GetVersion) use(InstantiateCoSimulation) use(FreeInstance) use(EnterInitializationMode) \
        use(ExitInitializationMode) use(Terminate) use(Reset) use(SetFloat64) use(SetInt32)     \
            use(SetInt64) use(SetBoolean) use(SetString) use(GetFloat64) use(GetInt32)          \
                use(GetInt64) use(GetBoolean) use(GetString) use(DoStep) use(GetFMUState)       \
                    use(SetFMUState) use(FreeFMUState) use(SerializedFMUStateSize)              \
                        use(SerializeFMUState) use(DeserializeFMUState)

#define DECLARE(name) __typeof__(fmi3##name)* name;
struct calls3 {
    FUNCTIONS(DECLARE)
};
static struct calls3 calls;

static void log_message(void* environment, fmi3Status status, const char* category,
                        const char* message) {
    fprintf(stderr, "%s: status %d, %s: %s\n", (const char*)environment, (int)status, category,
            message);
}

static void* instantiate(const char* name, const char* token, const char* resources) {
    return calls.InstantiateCoSimulation(name, token, resources, false, true, false, false, NULL, 0,
                                         (void*)name, log_message, NULL);
}

static void free_instance(void* instance) {
    calls.FreeInstance(instance);
}

static int enter_initialisation(void* instance, double start_s) {
    return calls.EnterInitializationMode(instance, false, 0.0, start_s, false, 0.0);
}

static int exit_initialisation(void* instance) {
    return calls.ExitInitializationMode(instance);
}

static int terminate(void* instance) {
    return calls.Terminate(instance);
}

static int reset(void* instance) {
    return calls.Reset(instance);
}

static int set(void* instance, enum type type, uint32_t reference, const char* text) {
    const double real = strtod(text, NULL);
    const int64_t wide = atoll(text);
    const int32_t integer = (int32_t)wide;
    const bool boolean = strcmp(text, "true") == 0 || wide != 0;
    switch (type) {
        case REAL:
            return calls.SetFloat64(instance, &reference, 1, &real, 1);
        case INTEGER:
            return calls.SetInt32(instance, &reference, 1, &integer, 1);
        case ENUMERATION:
            return calls.SetInt64(instance, &reference, 1, &wide, 1);
        case BOOLEAN:
            return calls.SetBoolean(instance, &reference, 1, &boolean, 1);
        case STRING:
            return calls.SetString(instance, &reference, 1, &text, 1);
    }
    return IS_ERROR;
}

static int get(void* instance, enum type type, uint32_t reference, char* text, size_t size) {
    double real = 0.0;
    int32_t integer = 0;
    int64_t wide = 0;
    bool boolean = false;
    const char* string = "";
    int status = IS_ERROR;
    switch (type) {
        case REAL:
            status = calls.GetFloat64(instance, &reference, 1, &real, 1);
            snprintf(text, size, "%.17g", real);
            break;
        case INTEGER:
            status = calls.GetInt32(instance, &reference, 1, &integer, 1);
            snprintf(text, size, "%ld", (long)integer);
            break;
        case ENUMERATION:
            status = calls.GetInt64(instance, &reference, 1, &wide, 1);
            snprintf(text, size, "%lld", (long long)wide);
            break;
        case BOOLEAN:
            status = calls.GetBoolean(instance, &reference, 1, &boolean, 1);
            snprintf(text, size, "%d", boolean);
            break;
        case STRING:
            status = calls.GetString(instance, &reference, 1, &string, 1);
            if (status <= IS_WARNING) snprintf(text, size, "%s", string);
    }
    return status;
}

static struct step step(void* instance, double time_s, double step_s) {
    struct step result = {IS_ERROR, time_s};
    bool event_needed = false, terminate_now = false, returned_early = false;
    result.status = calls.DoStep(instance, time_s, step_s, false, &event_needed, &terminate_now,
                                 &returned_early, &result.last_time_s);
    if (result.status <= IS_WARNING && (event_needed || terminate_now || returned_early))
        result.status = IS_ERROR; /* none of them was declared or allowed */
    return result;
}

static int get_state(void* instance, void** state) {
    return calls.GetFMUState(instance, state);
}

static int set_state(void* instance, void* state) {
    return calls.SetFMUState(instance, state);
}

static int free_state(void* instance, void** state) {
    return calls.FreeFMUState(instance, state);
}

static int state_size(void* instance, void* state, size_t* size) {
    return calls.SerializedFMUStateSize(instance, state, size);
}

static int serialise(void* instance, void* state, char* bytes, size_t size) {
    return calls.SerializeFMUState(instance, state, (uint8_t*)bytes, size);
}

static int deserialise(void* instance, const char* bytes, size_t size, void** state) {
    return calls.DeserializeFMUState(instance, (const uint8_t*)bytes, size, state);
}

#define LOOK_UP(name)                                    \
    *(void**)&calls.name = dlsym(library, "fmi3" #name); \
    if (!calls.name) return "fmi3" #name;

const char* load_functions3(void* library, struct fmu* fmu) {
    const struct fmu all = {instantiate,
                            free_instance,
                            enter_initialisation,
                            exit_initialisation,
                            terminate,
                            reset,
                            set,
                            get,
                            step,
                            get_state,
                            set_state,
                            free_state,
                            state_size,
                            serialise,
                            deserialise};
    FUNCTIONS(LOOK_UP)
    if (strncmp(calls.GetVersion(), "3.0", 3) != 0) return "fmi3GetVersion that returns 3.0";
    *fmu = all;
    return NULL;
}
