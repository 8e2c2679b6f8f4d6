/* SPDX-License-Identifier: MIT */
/* The functions of FMI 3.0 around a car. */
#include "../standard/fmi3.h"

#include "car.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

/* The callback of an instance. */
struct logger {
    fmi3LogMessageCallback call;
};

static void log_text(struct car* car, int status, const char* text) {
    const struct logger* logger = car->callbacks;
    if (logger->call) logger->call(car->environment, (fmi3Status)status, "events", text);
}

EXPORT const char* fmi3GetVersion(void) {
    return "3.0";
}

EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance instance, bool on, size_t count,
                                      const char* const categories[]) {
    (void)on, (void)count, (void)categories;
    return instance ? fmi3OK : fmi3Error;
}

EXPORT fmi3Instance fmi3InstantiateCoSimulation(const char* name, const char* token,
                                                const char* resources, bool visible, bool logging,
                                                bool events, bool early_return,
                                                const fmi3ValueReference intermediate[],
                                                size_t intermediate_count, void* environment,
                                                fmi3LogMessageCallback log_message,
                                                fmi3IntermediateUpdateCallback update) {
    struct logger* logger = malloc(sizeof *logger);
    struct car* car = logger ? car_create(name, token, resources) : NULL;
    (void)visible, (void)logging, (void)events, (void)early_return, (void)intermediate;
    (void)intermediate_count, (void)update;
    if (!car) {
        if (log_message) log_message(environment, fmi3Error, "events", "no instance");
        free(logger);
        return NULL;
    }
    logger->call = log_message;
    car->callbacks = logger;
    car->environment = environment;
    car->log = log_text;
    return car;
}

EXPORT void fmi3FreeInstance(fmi3Instance instance) {
    struct car* car = instance;
    if (!car) return;
    if (car->fault.kind == FAULT_TERMINATE) fault_hang();
    free((void*)car->callbacks);
    free(car);
}

EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, bool has_tolerance,
                                              double tolerance, double start_s, bool has_stop,
                                              double stop_s) {
    struct car* car = instance;
    (void)has_tolerance, (void)tolerance, (void)has_stop, (void)stop_s;
    if (car->state.mode != INSTANTIATED) return fmi3Error;
    car->state.mode = INITIALISING;
    car_initialise(car, start_s);
    return fmi3OK;
}

EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
    struct car* car = instance;
    if (car->state.mode != INITIALISING) return fmi3Error;
    car->state.mode = STEPPING;
    car_initialise(car, *car_real(car, TIME));
    return fmi3OK;
}

EXPORT fmi3Status fmi3Terminate(fmi3Instance instance) {
    struct car* car = instance;
    if (car->state.mode != STEPPING || car->fault.kind == FAULT_TERMINATE) return fmi3Error;
    car->state.mode = TERMINATED;
    return fmi3OK;
}

EXPORT fmi3Status fmi3Reset(fmi3Instance instance) {
    car_reset(instance);
    return fmi3OK;
}

/* The values of a reference: those of an array are neighbours. */
static size_t values_of(fmi3ValueReference reference) {
    return reference == WHEEL_SPEEDS ? wheels : 1;
}

static double* float64(struct car* car, fmi3ValueReference reference) {
    return car_real(car, reference == WHEEL_SPEEDS ? WHEEL_SPEED_RADPS : reference);
}

/* Get and Set of a type: `place` finds the first value of a reference. */
#define ACCESS(name, type, place)                                                                 \
    EXPORT fmi3Status fmi3Get##name(fmi3Instance instance, const fmi3ValueReference references[], \
                                    size_t count, type values[], size_t value_count) {            \
        size_t i, k, next = 0;                                                                    \
        for (i = 0; i < count; ++i)                                                               \
            for (k = 0; k < values_of(references[i]); ++k) {                                      \
                type* value = place(instance, references[i]);                                     \
                if (!value || next == value_count) return fmi3Error;                              \
                values[next++] = value[k];                                                        \
            }                                                                                     \
        return next == value_count ? fmi3OK : fmi3Error;                                          \
    }                                                                                             \
    EXPORT fmi3Status fmi3Set##name(fmi3Instance instance, const fmi3ValueReference references[], \
                                    size_t count, const type values[], size_t value_count) {      \
        size_t i, k, next = 0;                                                                    \
        for (i = 0; i < count; ++i)                                                               \
            for (k = 0; k < values_of(references[i]); ++k) {                                      \
                type* value = place(instance, references[i]);                                     \
                if (!value || next == value_count) return fmi3Error;                              \
                value[k] = values[next++];                                                        \
            }                                                                                     \
        return next == value_count ? fmi3OK : fmi3Error;                                          \
    }
ACCESS(Float64, double, float64)
ACCESS(Int32, int32_t, car_integer)
ACCESS(Boolean, bool, car_boolean)

/* GetInt64 and SetInt64 are for the values of enumerations. */
EXPORT fmi3Status fmi3GetInt64(fmi3Instance instance, const fmi3ValueReference references[],
                               size_t count, int64_t values[], size_t value_count) {
    size_t i;
    if (count != value_count) return fmi3Error;
    for (i = 0; i < count; ++i) {
        if (!car_integer(instance, references[i])) return fmi3Error;
        values[i] = *car_integer(instance, references[i]);
    }
    return fmi3OK;
}

EXPORT fmi3Status fmi3SetInt64(fmi3Instance instance, const fmi3ValueReference references[],
                               size_t count, const int64_t values[], size_t value_count) {
    size_t i;
    if (count != value_count) return fmi3Error;
    for (i = 0; i < count; ++i) {
        if (!car_integer(instance, references[i])) return fmi3Error;
        *car_integer(instance, references[i]) = (int32_t)values[i];
    }
    return fmi3OK;
}

EXPORT fmi3Status fmi3GetString(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t count, const char* values[], size_t value_count) {
    size_t i;
    if (count != value_count) return fmi3Error;
    for (i = 0; i < count; ++i) {
        values[i] = car_string(instance, references[i]);
        if (!values[i]) return fmi3Error;
    }
    return fmi3OK;
}

EXPORT fmi3Status fmi3SetString(fmi3Instance instance, const fmi3ValueReference references[],
                                size_t count, const char* const values[], size_t value_count) {
    size_t i;
    if (count != value_count) return fmi3Error;
    for (i = 0; i < count; ++i) {
        char* text = car_string(instance, references[i]);
        if (!text || !values[i]) return fmi3Error;
        snprintf(text, longest_name + 1, "%s", values[i]);
    }
    return fmi3OK;
}

EXPORT fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* saved) {
    struct car* car = instance;
    if (!*saved) *saved = malloc(sizeof(struct car_state));
    if (!*saved) return fmi3Error;
    memcpy(*saved, &car->state, sizeof car->state);
    return fmi3OK;
}

EXPORT fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState saved) {
    struct car* car = instance;
    if (!saved) return fmi3Error;
    memcpy(&car->state, saved, sizeof car->state);
    return fmi3OK;
}

EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* saved) {
    (void)instance;
    free(*saved);
    *saved = NULL;
    return fmi3OK;
}

EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState saved,
                                             size_t* size) {
    (void)instance;
    *size = state_bytes;
    return saved ? fmi3OK : fmi3Error;
}

EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState saved, uint8_t bytes[],
                                        size_t size) {
    (void)instance;
    if (!saved || size < state_bytes) return fmi3Error;
    car_write_state(saved, bytes);
    return fmi3OK;
}

EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const uint8_t bytes[], size_t size,
                                          fmi3FMUState* saved) {
    struct car_state state;
    (void)instance;
    if (!car_read_state(bytes, size, &state)) return fmi3Error;
    if (!*saved) *saved = malloc(sizeof state);
    if (!*saved) return fmi3Error;
    memcpy(*saved, &state, sizeof state);
    return fmi3OK;
}

EXPORT fmi3Status fmi3DoStep(fmi3Instance instance, double time_s, double step_s,
                             bool no_earlier_state, bool* event_needed, bool* terminate,
                             bool* returned_early, double* last_successful_time_s) {
    struct car* car = instance;
    int status;
    (void)no_earlier_state;
    *event_needed = *terminate = *returned_early = false;
    if (car->state.mode != STEPPING) return fmi3Error;
    status = car_step(car, time_s, step_s);
    *last_successful_time_s = *car_real(car, TIME);
    if (fault_is_active(&car->fault, FAULT_TIME, time_s)) *last_successful_time_s -= step_s / 2.0;
    return (fmi3Status)status;
}

/* The functions of the standard that this car does not support. Their parameters do not matter: a
 * caller cleans the stack up, and they read none of it. */
#define NOT_SUPPORTED(name)        \
    EXPORT fmi3Status name(void);  \
    EXPORT fmi3Status name(void) { \
        return fmi3Error;          \
    }
#define NO_INSTANCE(name)     \
    EXPORT void* name(void);  \
    EXPORT void* name(void) { \
        return NULL;          \
    }

NO_INSTANCE(fmi3InstantiateModelExchange)
NO_INSTANCE(fmi3InstantiateScheduledExecution)
NOT_SUPPORTED(fmi3EnterEventMode)
NOT_SUPPORTED(fmi3EnterStepMode)
NOT_SUPPORTED(fmi3GetFloat32)
NOT_SUPPORTED(fmi3GetInt8)
NOT_SUPPORTED(fmi3GetUInt8)
NOT_SUPPORTED(fmi3GetInt16)
NOT_SUPPORTED(fmi3GetUInt16)
NOT_SUPPORTED(fmi3GetUInt32)
NOT_SUPPORTED(fmi3GetUInt64)
NOT_SUPPORTED(fmi3GetBinary)
NOT_SUPPORTED(fmi3GetClock)
NOT_SUPPORTED(fmi3SetFloat32)
NOT_SUPPORTED(fmi3SetInt8)
NOT_SUPPORTED(fmi3SetUInt8)
NOT_SUPPORTED(fmi3SetInt16)
NOT_SUPPORTED(fmi3SetUInt16)
NOT_SUPPORTED(fmi3SetUInt32)
NOT_SUPPORTED(fmi3SetUInt64)
NOT_SUPPORTED(fmi3SetBinary)
NOT_SUPPORTED(fmi3SetClock)
NOT_SUPPORTED(fmi3GetNumberOfVariableDependencies)
NOT_SUPPORTED(fmi3GetVariableDependencies)
NOT_SUPPORTED(fmi3GetDirectionalDerivative)
NOT_SUPPORTED(fmi3GetAdjointDerivative)
NOT_SUPPORTED(fmi3EnterConfigurationMode)
NOT_SUPPORTED(fmi3ExitConfigurationMode)
NOT_SUPPORTED(fmi3GetIntervalDecimal)
NOT_SUPPORTED(fmi3GetIntervalFraction)
NOT_SUPPORTED(fmi3GetShiftDecimal)
NOT_SUPPORTED(fmi3GetShiftFraction)
NOT_SUPPORTED(fmi3SetIntervalDecimal)
NOT_SUPPORTED(fmi3SetIntervalFraction)
NOT_SUPPORTED(fmi3SetShiftDecimal)
NOT_SUPPORTED(fmi3SetShiftFraction)
NOT_SUPPORTED(fmi3EvaluateDiscreteStates)
NOT_SUPPORTED(fmi3UpdateDiscreteStates)
NOT_SUPPORTED(fmi3EnterContinuousTimeMode)
NOT_SUPPORTED(fmi3CompletedIntegratorStep)
NOT_SUPPORTED(fmi3SetTime)
NOT_SUPPORTED(fmi3SetContinuousStates)
NOT_SUPPORTED(fmi3GetContinuousStateDerivatives)
NOT_SUPPORTED(fmi3GetEventIndicators)
NOT_SUPPORTED(fmi3GetContinuousStates)
NOT_SUPPORTED(fmi3GetNominalsOfContinuousStates)
NOT_SUPPORTED(fmi3GetNumberOfEventIndicators)
NOT_SUPPORTED(fmi3GetNumberOfContinuousStates)
NOT_SUPPORTED(fmi3GetOutputDerivatives)
NOT_SUPPORTED(fmi3ActivateModelPartition)
