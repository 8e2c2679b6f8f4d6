/* SPDX-License-Identifier: MIT */
/* The C functions of FMI 2.0 for co-simulation, declared from the standard's text for the test FMUs
 * and the test importer. The gateway has declarations of its side: neither includes the other's. */
#pragma once

#include <stddef.h>

typedef void* fmi2Component;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum {
    fmi2DoStepStatus,
    fmi2PendingStatus,
    fmi2LastSuccessfulTime,
    fmi2Terminated
} fmi2StatusKind;

typedef struct {
    void (*logger)(void* environment, const char* instance, fmi2Status, const char* category,
                   const char* format, ...);
    void* (*allocateMemory)(size_t count, size_t size);
    void (*freeMemory)(void*);
    void (*stepFinished)(void* environment, fmi2Status);
    void* componentEnvironment;
} fmi2CallbackFunctions;

/* Booleans are int. */
const char* fmi2GetTypesPlatform(void);
const char* fmi2GetVersion(void);
fmi2Status fmi2SetDebugLogging(fmi2Component, int on, size_t count, const char* const categories[]);
fmi2Component fmi2Instantiate(const char* name, fmi2Type, const char* guid, const char* resources,
                              const fmi2CallbackFunctions*, int visible, int logging);
void fmi2FreeInstance(fmi2Component);

fmi2Status fmi2SetupExperiment(fmi2Component, int has_tolerance, double tolerance, double start_s,
                               int has_stop, double stop_s);
fmi2Status fmi2EnterInitializationMode(fmi2Component);
fmi2Status fmi2ExitInitializationMode(fmi2Component);
fmi2Status fmi2Terminate(fmi2Component);
fmi2Status fmi2Reset(fmi2Component);

fmi2Status fmi2GetReal(fmi2Component, const fmi2ValueReference[], size_t count, double[]);
fmi2Status fmi2GetInteger(fmi2Component, const fmi2ValueReference[], size_t count, int[]);
fmi2Status fmi2GetBoolean(fmi2Component, const fmi2ValueReference[], size_t count, int[]);
fmi2Status fmi2GetString(fmi2Component, const fmi2ValueReference[], size_t count, const char*[]);
fmi2Status fmi2SetReal(fmi2Component, const fmi2ValueReference[], size_t count, const double[]);
fmi2Status fmi2SetInteger(fmi2Component, const fmi2ValueReference[], size_t count, const int[]);
fmi2Status fmi2SetBoolean(fmi2Component, const fmi2ValueReference[], size_t count, const int[]);
fmi2Status fmi2SetString(fmi2Component, const fmi2ValueReference[], size_t count,
                         const char* const[]);

fmi2Status fmi2GetFMUstate(fmi2Component, fmi2FMUstate*);
fmi2Status fmi2SetFMUstate(fmi2Component, fmi2FMUstate);
fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate*);
fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate, size_t* size);
fmi2Status fmi2SerializeFMUstate(fmi2Component, fmi2FMUstate, char bytes[], size_t size);
fmi2Status fmi2DeSerializeFMUstate(fmi2Component, const char bytes[], size_t size, fmi2FMUstate*);

fmi2Status fmi2GetDirectionalDerivative(fmi2Component, const fmi2ValueReference unknown[],
                                        size_t unknown_count, const fmi2ValueReference known[],
                                        size_t known_count, const double seed[], double result[]);
fmi2Status fmi2SetRealInputDerivatives(fmi2Component, const fmi2ValueReference[], size_t count,
                                       const int order[], const double[]);
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component, const fmi2ValueReference[], size_t count,
                                        const int order[], double[]);

fmi2Status fmi2DoStep(fmi2Component, double time_s, double step_s, int no_earlier_state);
fmi2Status fmi2CancelStep(fmi2Component);
fmi2Status fmi2GetStatus(fmi2Component, const fmi2StatusKind, fmi2Status*);
fmi2Status fmi2GetRealStatus(fmi2Component, const fmi2StatusKind, double*);
fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, int*);
fmi2Status fmi2GetBooleanStatus(fmi2Component, const fmi2StatusKind, int*);
fmi2Status fmi2GetStringStatus(fmi2Component, const fmi2StatusKind, const char**);
