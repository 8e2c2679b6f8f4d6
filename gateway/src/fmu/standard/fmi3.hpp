// SPDX-License-Identifier: MIT
#pragma once

#include "common.hpp"

/// FMI 3.0: types, and the functions that every library exports, also those that it does not
/// support. A library defines them; an importer uses their types (`decltype(&fmi3DoStep)`) and the
/// list at the end. Strings are UTF-8.
namespace gateway::fmu::fmi3 {

using Instance = void*;
using Environment = void*;
using State = void*;
using String = const char*;
using Binary = const std::uint8_t*;
using Clock = bool;

/// How a variable depends on another one.
enum class DependencyKind : int {
    independent = 0,
    constant = 1,
    fixed = 2,
    tunable = 3,
    discrete = 4,
    dependent = 5,
};

/// State of the interval of a clock.
enum class IntervalQualifier : int { not_yet_known = 0, unchanged = 1, changed = 2 };

extern "C" {
using LogMessage = void (*)(Environment, Status, String category, String message);
using ClockUpdate = void (*)(Environment);
using IntermediateUpdate = void (*)(Environment, double time_s, bool set_requested,
                                    bool get_allowed, bool step_finished, bool can_return_early,
                                    bool* early_return_requested, double* early_return_s);
using LockPreemption = void (*)();
using UnlockPreemption = void (*)();
}

#pragma GCC visibility push(default)
extern "C" {

const char* fmi3GetVersion();
Status fmi3SetDebugLogging(Instance, bool logging_on, std::size_t count, const String categories[]);
Instance fmi3InstantiateModelExchange(String instance, String token, String resource_path,
                                      bool visible, bool logging_on, Environment, LogMessage);
Instance fmi3InstantiateCoSimulation(String instance, String token, String resource_path,
                                     bool visible, bool logging_on, bool event_mode_used,
                                     bool early_return_allowed,
                                     const Reference required_intermediate_variables[],
                                     std::size_t count, Environment, LogMessage,
                                     IntermediateUpdate);
Instance fmi3InstantiateScheduledExecution(String instance, String token, String resource_path,
                                           bool visible, bool logging_on, Environment, LogMessage,
                                           ClockUpdate, LockPreemption, UnlockPreemption);
void fmi3FreeInstance(Instance);
Status fmi3EnterInitializationMode(Instance, bool has_tolerance, double tolerance, double start_s,
                                   bool has_stop, double stop_s);
Status fmi3ExitInitializationMode(Instance);
Status fmi3EnterEventMode(Instance);
Status fmi3Terminate(Instance);
Status fmi3Reset(Instance);
Status fmi3GetFloat32(Instance, const Reference[], std::size_t count, float values[],
                      std::size_t value_count);
Status fmi3GetFloat64(Instance, const Reference[], std::size_t count, double values[],
                      std::size_t value_count);
Status fmi3GetInt8(Instance, const Reference[], std::size_t count, std::int8_t values[],
                   std::size_t value_count);
Status fmi3GetUInt8(Instance, const Reference[], std::size_t count, std::uint8_t values[],
                    std::size_t value_count);
Status fmi3GetInt16(Instance, const Reference[], std::size_t count, std::int16_t values[],
                    std::size_t value_count);
Status fmi3GetUInt16(Instance, const Reference[], std::size_t count, std::uint16_t values[],
                     std::size_t value_count);
Status fmi3GetInt32(Instance, const Reference[], std::size_t count, std::int32_t values[],
                    std::size_t value_count);
Status fmi3GetUInt32(Instance, const Reference[], std::size_t count, std::uint32_t values[],
                     std::size_t value_count);
Status fmi3GetInt64(Instance, const Reference[], std::size_t count, std::int64_t values[],
                    std::size_t value_count);
Status fmi3GetUInt64(Instance, const Reference[], std::size_t count, std::uint64_t values[],
                     std::size_t value_count);
Status fmi3GetBoolean(Instance, const Reference[], std::size_t count, bool values[],
                      std::size_t value_count);
Status fmi3GetString(Instance, const Reference[], std::size_t count, String values[],
                     std::size_t value_count);
Status fmi3GetBinary(Instance, const Reference[], std::size_t count, std::size_t sizes[],
                     Binary values[], std::size_t value_count);
Status fmi3GetClock(Instance, const Reference[], std::size_t count, Clock values[]);
Status fmi3SetFloat32(Instance, const Reference[], std::size_t count, const float values[],
                      std::size_t value_count);
Status fmi3SetFloat64(Instance, const Reference[], std::size_t count, const double values[],
                      std::size_t value_count);
Status fmi3SetInt8(Instance, const Reference[], std::size_t count, const std::int8_t values[],
                   std::size_t value_count);
Status fmi3SetUInt8(Instance, const Reference[], std::size_t count, const std::uint8_t values[],
                    std::size_t value_count);
Status fmi3SetInt16(Instance, const Reference[], std::size_t count, const std::int16_t values[],
                    std::size_t value_count);
Status fmi3SetUInt16(Instance, const Reference[], std::size_t count, const std::uint16_t values[],
                     std::size_t value_count);
Status fmi3SetInt32(Instance, const Reference[], std::size_t count, const std::int32_t values[],
                    std::size_t value_count);
Status fmi3SetUInt32(Instance, const Reference[], std::size_t count, const std::uint32_t values[],
                     std::size_t value_count);
Status fmi3SetInt64(Instance, const Reference[], std::size_t count, const std::int64_t values[],
                    std::size_t value_count);
Status fmi3SetUInt64(Instance, const Reference[], std::size_t count, const std::uint64_t values[],
                     std::size_t value_count);
Status fmi3SetBoolean(Instance, const Reference[], std::size_t count, const bool values[],
                      std::size_t value_count);
Status fmi3SetString(Instance, const Reference[], std::size_t count, const String values[],
                     std::size_t value_count);
Status fmi3SetBinary(Instance, const Reference[], std::size_t count, const std::size_t sizes[],
                     const Binary values[], std::size_t value_count);
Status fmi3SetClock(Instance, const Reference[], std::size_t count, const Clock values[]);
Status fmi3GetNumberOfVariableDependencies(Instance, Reference, std::size_t* count);
Status fmi3GetVariableDependencies(Instance, Reference dependent, std::size_t dependent_elements[],
                                   Reference independents[], std::size_t independent_elements[],
                                   DependencyKind kinds[], std::size_t count);
Status fmi3GetFMUState(Instance, State*);
Status fmi3SetFMUState(Instance, State);
Status fmi3FreeFMUState(Instance, State*);
Status fmi3SerializedFMUStateSize(Instance, State, std::size_t* size);
Status fmi3SerializeFMUState(Instance, State, std::uint8_t bytes[], std::size_t size);
Status fmi3DeserializeFMUState(Instance, const std::uint8_t bytes[], std::size_t size, State*);
Status fmi3GetDirectionalDerivative(Instance, const Reference unknowns[], std::size_t unknown_count,
                                    const Reference knowns[], std::size_t known_count,
                                    const double seed[], std::size_t seed_count,
                                    double sensitivity[], std::size_t sensitivity_count);
Status fmi3GetAdjointDerivative(Instance, const Reference unknowns[], std::size_t unknown_count,
                                const Reference knowns[], std::size_t known_count,
                                const double seed[], std::size_t seed_count, double sensitivity[],
                                std::size_t sensitivity_count);
Status fmi3EnterConfigurationMode(Instance);
Status fmi3ExitConfigurationMode(Instance);
Status fmi3GetIntervalDecimal(Instance, const Reference[], std::size_t count, double intervals_s[],
                              IntervalQualifier qualifiers[]);
Status fmi3GetIntervalFraction(Instance, const Reference[], std::size_t count,
                               std::uint64_t counters[], std::uint64_t resolutions[],
                               IntervalQualifier qualifiers[]);
Status fmi3GetShiftDecimal(Instance, const Reference[], std::size_t count, double shifts_s[]);
Status fmi3GetShiftFraction(Instance, const Reference[], std::size_t count,
                            std::uint64_t counters[], std::uint64_t resolutions[]);
Status fmi3SetIntervalDecimal(Instance, const Reference[], std::size_t count,
                              const double intervals_s[]);
Status fmi3SetIntervalFraction(Instance, const Reference[], std::size_t count,
                               const std::uint64_t counters[], const std::uint64_t resolutions[]);
Status fmi3SetShiftDecimal(Instance, const Reference[], std::size_t count, const double shifts_s[]);
Status fmi3SetShiftFraction(Instance, const Reference[], std::size_t count,
                            const std::uint64_t counters[], const std::uint64_t resolutions[]);
Status fmi3EvaluateDiscreteStates(Instance);
Status fmi3UpdateDiscreteStates(Instance, bool* needs_update, bool* wants_end,
                                bool* nominals_changed, bool* values_changed, bool* has_next_event,
                                double* next_event_s);
Status fmi3EnterContinuousTimeMode(Instance);
Status fmi3CompletedIntegratorStep(Instance, bool no_set_state_prior, bool* enter_event_mode,
                                   bool* wants_end);
Status fmi3SetTime(Instance, double time_s);
Status fmi3SetContinuousStates(Instance, const double states[], std::size_t count);
Status fmi3GetContinuousStateDerivatives(Instance, double derivatives[], std::size_t count);
Status fmi3GetEventIndicators(Instance, double indicators[], std::size_t count);
Status fmi3GetContinuousStates(Instance, double states[], std::size_t count);
Status fmi3GetNominalsOfContinuousStates(Instance, double nominals[], std::size_t count);
Status fmi3GetNumberOfEventIndicators(Instance, std::size_t* count);
Status fmi3GetNumberOfContinuousStates(Instance, std::size_t* count);
Status fmi3EnterStepMode(Instance);
Status fmi3GetOutputDerivatives(Instance, const Reference[], std::size_t count,
                                const std::int32_t orders[], double values[],
                                std::size_t value_count);
Status fmi3DoStep(Instance, double point_s, double step_s, bool no_set_state_prior,
                  bool* event_needed, bool* wants_end, bool* early_return,
                  double* last_successful_s);
Status fmi3ActivateModelPartition(Instance, Reference clock, double time_s);
}
#pragma GCC visibility pop

}  // namespace gateway::fmu::fmi3

/// Calls X(name) for each function above, which is in the namespace fmi3: a macro, since the names
/// are needed as text as well.
#define GATEWAY_FMI3_FUNCTIONS(X)          \
    X(fmi3GetVersion)                      \
    X(fmi3SetDebugLogging)                 \
    X(fmi3InstantiateModelExchange)        \
    X(fmi3InstantiateCoSimulation)         \
    X(fmi3InstantiateScheduledExecution)   \
    X(fmi3FreeInstance)                    \
    X(fmi3EnterInitializationMode)         \
    X(fmi3ExitInitializationMode)          \
    X(fmi3EnterEventMode)                  \
    X(fmi3Terminate)                       \
    X(fmi3Reset)                           \
    X(fmi3GetFloat32)                      \
    X(fmi3GetFloat64)                      \
    X(fmi3GetInt8)                         \
    X(fmi3GetUInt8)                        \
    X(fmi3GetInt16)                        \
    X(fmi3GetUInt16)                       \
    X(fmi3GetInt32)                        \
    X(fmi3GetUInt32)                       \
    X(fmi3GetInt64)                        \
    X(fmi3GetUInt64)                       \
    X(fmi3GetBoolean)                      \
    X(fmi3GetString)                       \
    X(fmi3GetBinary)                       \
    X(fmi3GetClock)                        \
    X(fmi3SetFloat32)                      \
    X(fmi3SetFloat64)                      \
    X(fmi3SetInt8)                         \
    X(fmi3SetUInt8)                        \
    X(fmi3SetInt16)                        \
    X(fmi3SetUInt16)                       \
    X(fmi3SetInt32)                        \
    X(fmi3SetUInt32)                       \
    X(fmi3SetInt64)                        \
    X(fmi3SetUInt64)                       \
    X(fmi3SetBoolean)                      \
    X(fmi3SetString)                       \
    X(fmi3SetBinary)                       \
    X(fmi3SetClock)                        \
    X(fmi3GetNumberOfVariableDependencies) \
    X(fmi3GetVariableDependencies)         \
    X(fmi3GetFMUState)                     \
    X(fmi3SetFMUState)                     \
    X(fmi3FreeFMUState)                    \
    X(fmi3SerializedFMUStateSize)          \
    X(fmi3SerializeFMUState)               \
    X(fmi3DeserializeFMUState)             \
    X(fmi3GetDirectionalDerivative)        \
    X(fmi3GetAdjointDerivative)            \
    X(fmi3EnterConfigurationMode)          \
    X(fmi3ExitConfigurationMode)           \
    X(fmi3GetIntervalDecimal)              \
    X(fmi3GetIntervalFraction)             \
    X(fmi3GetShiftDecimal)                 \
    X(fmi3GetShiftFraction)                \
    X(fmi3SetIntervalDecimal)              \
    X(fmi3SetIntervalFraction)             \
    X(fmi3SetShiftDecimal)                 \
    X(fmi3SetShiftFraction)                \
    X(fmi3EvaluateDiscreteStates)          \
    X(fmi3UpdateDiscreteStates)            \
    X(fmi3EnterContinuousTimeMode)         \
    X(fmi3CompletedIntegratorStep)         \
    X(fmi3SetTime)                         \
    X(fmi3SetContinuousStates)             \
    X(fmi3GetContinuousStateDerivatives)   \
    X(fmi3GetEventIndicators)              \
    X(fmi3GetContinuousStates)             \
    X(fmi3GetNominalsOfContinuousStates)   \
    X(fmi3GetNumberOfEventIndicators)      \
    X(fmi3GetNumberOfContinuousStates)     \
    X(fmi3EnterStepMode)                   \
    X(fmi3GetOutputDerivatives)            \
    X(fmi3DoStep)                          \
    X(fmi3ActivateModelPartition)
