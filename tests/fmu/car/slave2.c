/* SPDX-License-Identifier: MIT */
/* The functions of FMI 2.0 around a car. */
#include "../standard/fmi2.h"

#include "car.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

static void log_text(struct car* car, int status, const char* text) {
    const fmi2CallbackFunctions* callbacks = car->callbacks;
    if (callbacks->logger)
        callbacks->logger(callbacks->componentEnvironment, car->instance, (fmi2Status)status,
                          "events", "%s", text);
}

/* The path of a URI "file:///...", with its %xx decoded; false for another URI. */
static bool path_of(const char* uri, char* path, size_t size) {
    static const char scheme[] = "file://";
    size_t length = 0;
    unsigned int code = 0;
    if (!uri || strncmp(uri, scheme, sizeof scheme - 1) != 0) return false;
    for (uri += sizeof scheme - 1; *uri && length + 1 < size; ++uri) {
        if (*uri == '%' && sscanf(uri + 1, "%2x", &code) == 1) {
            path[length++] = (char)code;
            uri += 2;
        } else {
            path[length++] = *uri;
        }
    }
    path[length] = '\0';
    return true;
}

EXPORT const char* fmi2GetTypesPlatform(void) {
    return "default";
}

EXPORT const char* fmi2GetVersion(void) {
    return "2.0";
}

EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, int on, size_t count,
                                      const char* const categories[]) {
    (void)on, (void)count, (void)categories;
    return c ? fmi2OK : fmi2Error;
}

EXPORT fmi2Component fmi2Instantiate(const char* name, fmi2Type type, const char* guid,
                                     const char* resources, const fmi2CallbackFunctions* callbacks,
                                     int visible, int logging) {
    char path[4096];
    struct car* car = NULL;
    (void)visible, (void)logging;
    if (type != fmi2CoSimulation || !callbacks) return NULL;
    car = car_create(name, guid, path_of(resources, path, sizeof path) ? path : NULL);
    if (!car) {
        if (callbacks->logger)
            callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "events",
                              "no instance");
        return NULL;
    }
    car->callbacks = callbacks;
    car->log = log_text;
    return car;
}

EXPORT void fmi2FreeInstance(fmi2Component c) {
    struct car* car = c;
    if (car && car->fault.kind == FAULT_TERMINATE) fault_hang();
    free(car);
}

EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, int has_tolerance, double tolerance,
                                      double start_s, int has_stop, double stop_s) {
    struct car* car = c;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop_s;
    if (car->state.mode != INSTANTIATED) return fmi2Error;
    *car_real(car, TIME) = start_s;
    return fmi2OK;
}

EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
    struct car* car = c;
    if (car->state.mode != INSTANTIATED) return fmi2Error;
    car->state.mode = INITIALISING;
    car_initialise(car, *car_real(car, TIME));
    return fmi2OK;
}

EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
    struct car* car = c;
    if (car->state.mode != INITIALISING) return fmi2Error;
    car->state.mode = STEPPING;
    car_initialise(car, *car_real(car, TIME));
    return fmi2OK;
}

EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
    struct car* car = c;
    if (car->state.mode != STEPPING || car->fault.kind == FAULT_TERMINATE) return fmi2Error;
    car->state.mode = TERMINATED;
    return fmi2OK;
}

EXPORT fmi2Status fmi2Reset(fmi2Component c) {
    car_reset(c);
    return fmi2OK;
}

/* Get and Set of a type: `place` finds a value, `type` is that of the array. */
#define ACCESS(name, type, place)                                                           \
    EXPORT fmi2Status fmi2Get##name(fmi2Component c, const fmi2ValueReference references[], \
                                    size_t count, type values[]) {                          \
        size_t i;                                                                           \
        for (i = 0; i < count; ++i) {                                                       \
            if (!place(c, references[i])) return fmi2Error;                                 \
            values[i] = *place(c, references[i]);                                           \
        }                                                                                   \
        return fmi2OK;                                                                      \
    }                                                                                       \
    EXPORT fmi2Status fmi2Set##name(fmi2Component c, const fmi2ValueReference references[], \
                                    size_t count, const type values[]) {                    \
        size_t i;                                                                           \
        for (i = 0; i < count; ++i) {                                                       \
            if (!place(c, references[i])) return fmi2Error;                                 \
            *place(c, references[i]) = values[i];                                           \
        }                                                                                   \
        return fmi2OK;                                                                      \
    }
ACCESS(Real, double, car_real)
ACCESS(Integer, int, car_integer)
ACCESS(Boolean, int, car_boolean)

EXPORT fmi2Status fmi2GetString(fmi2Component c, const fmi2ValueReference references[],
                                size_t count, const char* values[]) {
    size_t i;
    for (i = 0; i < count; ++i) {
        values[i] = car_string(c, references[i]);
        if (!values[i]) return fmi2Error;
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetString(fmi2Component c, const fmi2ValueReference references[],
                                size_t count, const char* const values[]) {
    size_t i;
    for (i = 0; i < count; ++i) {
        char* text = car_string(c, references[i]);
        if (!text || !values[i]) return fmi2Error;
        snprintf(text, longest_name + 1, "%s", values[i]);
    }
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate* saved) {
    struct car* car = c;
    if (!*saved) *saved = malloc(sizeof(struct car_state));
    if (!*saved) return fmi2Error;
    memcpy(*saved, &car->state, sizeof car->state);
    return fmi2OK;
}

EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate saved) {
    struct car* car = c;
    if (!saved) return fmi2Error;
    memcpy(&car->state, saved, sizeof car->state);
    return fmi2OK;
}

EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate* saved) {
    (void)c;
    free(*saved);
    *saved = NULL;
    return fmi2OK;
}

EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate saved, size_t* size) {
    (void)c;
    *size = state_bytes;
    return saved ? fmi2OK : fmi2Error;
}

EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate saved, char bytes[],
                                        size_t size) {
    (void)c;
    if (!saved || size < state_bytes) return fmi2Error;
    car_write_state(saved, (unsigned char*)bytes);
    return fmi2OK;
}

EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const char bytes[], size_t size,
                                          fmi2FMUstate* saved) {
    struct car_state state;
    (void)c;
    if (!car_read_state((const unsigned char*)bytes, size, &state)) return fmi2Error;
    if (!*saved) *saved = malloc(sizeof state);
    if (!*saved) return fmi2Error;
    memcpy(*saved, &state, sizeof state);
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[],
                                               size_t unknown_count,
                                               const fmi2ValueReference known[], size_t known_count,
                                               const double seed[], double result[]) {
    (void)c, (void)unknown, (void)unknown_count, (void)known, (void)known_count, (void)seed;
    (void)result;
    return fmi2Error;
}

EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component c,
                                              const fmi2ValueReference references[], size_t count,
                                              const int order[], const double values[]) {
    (void)c, (void)references, (void)count, (void)order, (void)values;
    return fmi2Error;
}

EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component c,
                                               const fmi2ValueReference references[], size_t count,
                                               const int order[], double values[]) {
    (void)c, (void)references, (void)count, (void)order, (void)values;
    return fmi2Error;
}

EXPORT fmi2Status fmi2DoStep(fmi2Component c, double time_s, double step_s, int no_earlier_state) {
    struct car* car = c;
    (void)no_earlier_state;
    if (car->state.mode != STEPPING) return fmi2Error;
    return (fmi2Status)car_step(car, time_s, step_s);
}

EXPORT fmi2Status fmi2CancelStep(fmi2Component c) {
    (void)c;
    return fmi2Error;
}

EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status* value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, double* value) {
    if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = *car_real(c, TIME);
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, int* value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, int* value) {
    (void)c;
    if (kind != fmi2Terminated) return fmi2Discard;
    *value = 0;
    return fmi2OK;
}

EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind,
                                      const char** value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}
