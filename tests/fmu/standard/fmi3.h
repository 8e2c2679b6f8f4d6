/* SPDX-License-Identifier: MIT */
/* The C functions of FMI 3.0 for co-simulation that the test FMUs implement or the test importer
 * calls, declared from the standard's text. The gateway has declarations of its side: neither
 * includes the other's. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef void* fmi3Instance;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;

typedef void (*fmi3LogMessageCallback)(void* environment, fmi3Status, const char* category,
                                       const char* message);
typedef void (*fmi3IntermediateUpdateCallback)(void* environment, double time_s, bool set_requested,
                                               bool get_allowed, bool step_finished,
                                               bool can_return_early, bool* early_return,
                                               double* early_return_time_s);

const char* fmi3GetVersion(void);
fmi3Status fmi3SetDebugLogging(fmi3Instance, bool on, size_t count, const char* const categories[]);
fmi3Instance fmi3InstantiateCoSimulation(const char* name, const char* token, const char* resources,
                                         bool visible, bool logging, bool events, bool early_return,
                                         const fmi3ValueReference intermediate[],
                                         size_t intermediate_count, void* environment,
                                         fmi3LogMessageCallback, fmi3IntermediateUpdateCallback);
void fmi3FreeInstance(fmi3Instance);

fmi3Status fmi3EnterInitializationMode(fmi3Instance, bool has_tolerance, double tolerance,
                                       double start_s, bool has_stop, double stop_s);
fmi3Status fmi3ExitInitializationMode(fmi3Instance);
fmi3Status fmi3Terminate(fmi3Instance);
fmi3Status fmi3Reset(fmi3Instance);

fmi3Status fmi3GetFloat64(fmi3Instance, const fmi3ValueReference[], size_t count, double[],
                          size_t value_count);
fmi3Status fmi3GetInt32(fmi3Instance, const fmi3ValueReference[], size_t count, int32_t[],
                        size_t value_count);
fmi3Status fmi3GetInt64(fmi3Instance, const fmi3ValueReference[], size_t count, int64_t[],
                        size_t value_count);
fmi3Status fmi3GetBoolean(fmi3Instance, const fmi3ValueReference[], size_t count, bool[],
                          size_t value_count);
fmi3Status fmi3GetString(fmi3Instance, const fmi3ValueReference[], size_t count, const char*[],
                         size_t value_count);
fmi3Status fmi3SetFloat64(fmi3Instance, const fmi3ValueReference[], size_t count, const double[],
                          size_t value_count);
fmi3Status fmi3SetInt32(fmi3Instance, const fmi3ValueReference[], size_t count, const int32_t[],
                        size_t value_count);
fmi3Status fmi3SetInt64(fmi3Instance, const fmi3ValueReference[], size_t count, const int64_t[],
                        size_t value_count);
fmi3Status fmi3SetBoolean(fmi3Instance, const fmi3ValueReference[], size_t count, const bool[],
                          size_t value_count);
fmi3Status fmi3SetString(fmi3Instance, const fmi3ValueReference[], size_t count,
                         const char* const[], size_t value_count);

fmi3Status fmi3GetFMUState(fmi3Instance, fmi3FMUState*);
fmi3Status fmi3SetFMUState(fmi3Instance, fmi3FMUState);
fmi3Status fmi3FreeFMUState(fmi3Instance, fmi3FMUState*);
fmi3Status fmi3SerializedFMUStateSize(fmi3Instance, fmi3FMUState, size_t* size);
fmi3Status fmi3SerializeFMUState(fmi3Instance, fmi3FMUState, uint8_t bytes[], size_t size);
fmi3Status fmi3DeserializeFMUState(fmi3Instance, const uint8_t bytes[], size_t size, fmi3FMUState*);

fmi3Status fmi3DoStep(fmi3Instance, double time_s, double step_s, bool no_earlier_state,
                      bool* event_needed, bool* terminate, bool* returned_early,
                      double* last_successful_time_s);
