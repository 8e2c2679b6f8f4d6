// SPDX-License-Identifier: MIT
#pragma once

#include "common.hpp"

/// FMI 2.0 for co-simulation: types, and the functions that a library exports. A library defines
/// them; an importer uses their types (`decltype(&fmi2DoStep)`) and the list at the end. The
/// functions of model exchange only are not declared. Strings are UTF-8.
namespace gateway::fmu::fmi2 {

using Component = void*;
using Environment = void*;
using State = void*;
using Boolean = int;  ///< 0 or 1
using String = const char*;
using Byte = char;

/// Argument of fmi2Instantiate.
enum class Kind : int { model_exchange = 0, co_simulation = 1 };

/// Argument of the functions fmi2Get...Status.
enum class StatusKind : int {
    do_step = 0,
    pending = 1,
    last_successful_time = 2,
    terminated = 3,
};

extern "C" {
/// Logs a message, formatted as by printf.
using Logger = void (*)(Environment, String instance, Status, String category, String message, ...);
using AllocateMemory = void* (*)(std::size_t count, std::size_t size);
using FreeMemory = void (*)(void*);
using StepFinished = void (*)(Environment, Status);
}

/// Functions of the importer. They stay valid as long as the instance.
struct Callbacks {
    Logger logger;
    AllocateMemory allocate_memory;
    FreeMemory free_memory;
    StepFinished step_finished;  ///< may be null: steps are synchronous
    Environment environment;
};

#pragma GCC visibility push(default)
extern "C" {

const char* fmi2GetTypesPlatform();
const char* fmi2GetVersion();
Status fmi2SetDebugLogging(Component, Boolean logging_on, std::size_t count,
                           const String categories[]);

Component fmi2Instantiate(String instance, Kind, String guid, String resource_uri, const Callbacks*,
                          Boolean visible, Boolean logging_on);
void fmi2FreeInstance(Component);

Status fmi2SetupExperiment(Component, Boolean has_tolerance, double tolerance, double start_s,
                           Boolean has_stop, double stop_s);
Status fmi2EnterInitializationMode(Component);
Status fmi2ExitInitializationMode(Component);
Status fmi2Terminate(Component);
Status fmi2Reset(Component);

Status fmi2GetReal(Component, const Reference[], std::size_t count, double values[]);
Status fmi2GetInteger(Component, const Reference[], std::size_t count, int values[]);
Status fmi2GetBoolean(Component, const Reference[], std::size_t count, Boolean values[]);
Status fmi2GetString(Component, const Reference[], std::size_t count, String values[]);
Status fmi2SetReal(Component, const Reference[], std::size_t count, const double values[]);
Status fmi2SetInteger(Component, const Reference[], std::size_t count, const int values[]);
Status fmi2SetBoolean(Component, const Reference[], std::size_t count, const Boolean values[]);
Status fmi2SetString(Component, const Reference[], std::size_t count, const String values[]);

Status fmi2GetFMUstate(Component, State*);
Status fmi2SetFMUstate(Component, State);
Status fmi2FreeFMUstate(Component, State*);
Status fmi2SerializedFMUstateSize(Component, State, std::size_t* size);
Status fmi2SerializeFMUstate(Component, State, Byte bytes[], std::size_t size);
Status fmi2DeSerializeFMUstate(Component, const Byte bytes[], std::size_t size, State*);

Status fmi2GetDirectionalDerivative(Component, const Reference unknowns[],
                                    std::size_t unknown_count, const Reference knowns[],
                                    std::size_t known_count, const double known_changes[],
                                    double unknown_changes[]);
Status fmi2SetRealInputDerivatives(Component, const Reference[], std::size_t count,
                                   const int orders[], const double values[]);
Status fmi2GetRealOutputDerivatives(Component, const Reference[], std::size_t count,
                                    const int orders[], double values[]);
Status fmi2DoStep(Component, double point_s, double step_s, Boolean no_set_state_prior);
Status fmi2CancelStep(Component);
Status fmi2GetStatus(Component, StatusKind, Status* value);
Status fmi2GetRealStatus(Component, StatusKind, double* value);
Status fmi2GetIntegerStatus(Component, StatusKind, int* value);
Status fmi2GetBooleanStatus(Component, StatusKind, Boolean* value);
Status fmi2GetStringStatus(Component, StatusKind, String* value);
}
#pragma GCC visibility pop

}  // namespace gateway::fmu::fmi2

/// Calls X(name) for each function above, which is in the namespace fmi2: a macro, since the names
/// are needed as text as well.
#define GATEWAY_FMI2_FUNCTIONS(X)   \
    X(fmi2GetTypesPlatform)         \
    X(fmi2GetVersion)               \
    X(fmi2SetDebugLogging)          \
    X(fmi2Instantiate)              \
    X(fmi2FreeInstance)             \
    X(fmi2SetupExperiment)          \
    X(fmi2EnterInitializationMode)  \
    X(fmi2ExitInitializationMode)   \
    X(fmi2Terminate)                \
    X(fmi2Reset)                    \
    X(fmi2GetReal)                  \
    X(fmi2GetInteger)               \
    X(fmi2GetBoolean)               \
    X(fmi2GetString)                \
    X(fmi2SetReal)                  \
    X(fmi2SetInteger)               \
    X(fmi2SetBoolean)               \
    X(fmi2SetString)                \
    X(fmi2GetFMUstate)              \
    X(fmi2SetFMUstate)              \
    X(fmi2FreeFMUstate)             \
    X(fmi2SerializedFMUstateSize)   \
    X(fmi2SerializeFMUstate)        \
    X(fmi2DeSerializeFMUstate)      \
    X(fmi2GetDirectionalDerivative) \
    X(fmi2SetRealInputDerivatives)  \
    X(fmi2GetRealOutputDerivatives) \
    X(fmi2DoStep)                   \
    X(fmi2CancelStep)               \
    X(fmi2GetStatus)                \
    X(fmi2GetRealStatus)            \
    X(fmi2GetIntegerStatus)         \
    X(fmi2GetBooleanStatus)         \
    X(fmi2GetStringStatus)
