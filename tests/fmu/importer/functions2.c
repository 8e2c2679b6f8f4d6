/* SPDX-License-Identifier: MIT */
#include "../standard/fmi2.h"

#include "functions.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Each is called, so a library that lacks one cannot be used. */
#define FUNCTIONS(use)                                                                            \
    use(GetVersion) use(GetTypesPlatform) use(Instantiate) use(FreeInstance) use(SetupExperiment) \
        use(EnterInitializationMode) use(ExitInitializationMode) use(Terminate) use(Reset)        \
            use(SetReal) use(SetInteger) use(SetBoolean) use(SetString) use(GetReal)              \
                use(GetInteger) use(GetBoolean) use(GetString) use(DoStep) use(GetRealStatus)     \
                    use(GetFMUstate) use(SetFMUstate) use(FreeFMUstate)                           \
                        use(SerializedFMUstateSize) use(SerializeFMUstate)                        \
                            use(DeSerializeFMUstate)

#define DECLARE(name) __typeof__(fmi2##name)* name;
struct calls2 {
    FUNCTIONS(DECLARE)
};
static struct calls2 calls;

static void log_message(void* environment, const char* instance, fmi2Status status,
                        const char* category, const char* format, ...) {
    va_list arguments;
    (void)environment;
    fprintf(stderr, "%s: status %d, %s: ", instance, (int)status, category);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

/* They must exist as long as an instance. */
static const fmi2CallbackFunctions callbacks = {log_message, calloc, free, NULL, NULL};

static void* instantiate(const char* name, const char* token, const char* resources) {
    char uri[4096];
    snprintf(uri, sizeof uri, "file://%s", resources);
    return calls.Instantiate(name, fmi2CoSimulation, token, uri, &callbacks, 0, 1);
}

static void free_instance(void* instance) {
    calls.FreeInstance(instance);
}

static int enter_initialisation(void* instance, double start_s) {
    const int status = calls.SetupExperiment(instance, 0, 0.0, start_s, 0, 0.0);
    if (status > IS_WARNING) return status;
    return calls.EnterInitializationMode(instance);
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
    const fmi2ValueReference references[1] = {reference};
    const double real = strtod(text, NULL);
    const int integer = atoi(text), boolean = strcmp(text, "true") == 0 || integer != 0;
    switch (type) {
        case REAL:
            return calls.SetReal(instance, references, 1, &real);
        case INTEGER:
        case ENUMERATION:
            return calls.SetInteger(instance, references, 1, &integer);
        case BOOLEAN:
            return calls.SetBoolean(instance, references, 1, &boolean);
        case STRING:
            return calls.SetString(instance, references, 1, &text);
    }
    return IS_ERROR;
}

static int get(void* instance, enum type type, uint32_t reference, char* text, size_t size) {
    const fmi2ValueReference references[1] = {reference};
    double real = 0.0;
    int integer = 0, status = IS_ERROR;
    const char* string = "";
    switch (type) {
        case REAL:
            status = calls.GetReal(instance, references, 1, &real);
            snprintf(text, size, "%.17g", real);
            break;
        case INTEGER:
        case ENUMERATION:
            status = calls.GetInteger(instance, references, 1, &integer);
            snprintf(text, size, "%d", integer);
            break;
        case BOOLEAN:
            status = calls.GetBoolean(instance, references, 1, &integer);
            snprintf(text, size, "%d", integer != 0);
            break;
        case STRING:
            status = calls.GetString(instance, references, 1, &string);
            if (status <= IS_WARNING) snprintf(text, size, "%s", string);
    }
    return status;
}

static struct step step(void* instance, double time_s, double step_s) {
    struct step result = {IS_ERROR, time_s};
    result.status = calls.DoStep(instance, time_s, step_s, 0);
    if (result.status <= IS_WARNING)
        result.last_time_s = time_s + step_s;
    else if (result.status == IS_DISCARD)
        calls.GetRealStatus(instance, fmi2LastSuccessfulTime, &result.last_time_s);
    return result;
}

static int get_state(void* instance, void** state) {
    return calls.GetFMUstate(instance, state);
}

static int set_state(void* instance, void* state) {
    return calls.SetFMUstate(instance, state);
}

static int free_state(void* instance, void** state) {
    return calls.FreeFMUstate(instance, state);
}

static int state_size(void* instance, void* state, size_t* size) {
    return calls.SerializedFMUstateSize(instance, state, size);
}

static int serialise(void* instance, void* state, char* bytes, size_t size) {
    return calls.SerializeFMUstate(instance, state, bytes, size);
}

static int deserialise(void* instance, const char* bytes, size_t size, void** state) {
    return calls.DeSerializeFMUstate(instance, bytes, size, state);
}

#define LOOK_UP(name)                                    \
    *(void**)&calls.name = dlsym(library, "fmi2" #name); \
    if (!calls.name) return "fmi2" #name;

const char* load_functions2(void* library, struct fmu* fmu) {
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
    if (strcmp(calls.GetVersion(), "2.0") != 0) return "fmi2GetVersion that returns 2.0";
    if (strcmp(calls.GetTypesPlatform(), "default") != 0)
        return "types of the platform \"default\"";
    *fmu = all;
    return NULL;
}
