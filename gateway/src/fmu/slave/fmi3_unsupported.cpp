// SPDX-License-Identifier: MIT
#include "call.hpp"

#include "standard/fmi3.hpp"

#include <stdexcept>

/// The functions of FMI 3.0 that this FMU does not support: model exchange, clocks, binary
/// variables, configuration mode, event mode, derivatives.
namespace gateway::fmu::fmi3 {
namespace {

Status refuse(Instance instance, const char* function) {
    return call(instance, always, function,
                [](fmu::Instance&) -> Status { throw std::invalid_argument("is not supported"); });
}

Instance refuse_creation(LogMessage log, Environment environment) {
    if (log != nullptr)
        log(environment, Status::error, "logStatusError", "the FMU is for co-simulation only");
    return nullptr;
}

}  // namespace

extern "C" {

Instance fmi3InstantiateModelExchange(String, String, String, bool, bool, Environment environment,
                                      LogMessage log) {
    return refuse_creation(log, environment);
}

Instance fmi3InstantiateScheduledExecution(String, String, String, bool, bool,
                                           Environment environment, LogMessage log, ClockUpdate,
                                           LockPreemption, UnlockPreemption) {
    return refuse_creation(log, environment);
}

Status fmi3EnterEventMode(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3GetBinary(Instance instance, const Reference*, std::size_t, std::size_t*, Binary*,
                     std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetClock(Instance instance, const Reference*, std::size_t, Clock*) {
    return refuse(instance, __func__);
}

Status fmi3SetBinary(Instance instance, const Reference*, std::size_t, const std::size_t*,
                     const Binary*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3SetClock(Instance instance, const Reference*, std::size_t, const Clock*) {
    return refuse(instance, __func__);
}

Status fmi3GetNumberOfVariableDependencies(Instance instance, Reference, std::size_t*) {
    return refuse(instance, __func__);
}

Status fmi3GetVariableDependencies(Instance instance, Reference, std::size_t*, Reference*,
                                   std::size_t*, DependencyKind*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetDirectionalDerivative(Instance instance, const Reference*, std::size_t,
                                    const Reference*, std::size_t, const double*, std::size_t,
                                    double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetAdjointDerivative(Instance instance, const Reference*, std::size_t, const Reference*,
                                std::size_t, const double*, std::size_t, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3EnterConfigurationMode(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3ExitConfigurationMode(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3GetIntervalDecimal(Instance instance, const Reference*, std::size_t, double*,
                              IntervalQualifier*) {
    return refuse(instance, __func__);
}

Status fmi3GetIntervalFraction(Instance instance, const Reference*, std::size_t, std::uint64_t*,
                               std::uint64_t*, IntervalQualifier*) {
    return refuse(instance, __func__);
}

Status fmi3GetShiftDecimal(Instance instance, const Reference*, std::size_t, double*) {
    return refuse(instance, __func__);
}

Status fmi3GetShiftFraction(Instance instance, const Reference*, std::size_t, std::uint64_t*,
                            std::uint64_t*) {
    return refuse(instance, __func__);
}

Status fmi3SetIntervalDecimal(Instance instance, const Reference*, std::size_t, const double*) {
    return refuse(instance, __func__);
}

Status fmi3SetIntervalFraction(Instance instance, const Reference*, std::size_t,
                               const std::uint64_t*, const std::uint64_t*) {
    return refuse(instance, __func__);
}

Status fmi3SetShiftDecimal(Instance instance, const Reference*, std::size_t, const double*) {
    return refuse(instance, __func__);
}

Status fmi3SetShiftFraction(Instance instance, const Reference*, std::size_t, const std::uint64_t*,
                            const std::uint64_t*) {
    return refuse(instance, __func__);
}

Status fmi3EvaluateDiscreteStates(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3UpdateDiscreteStates(Instance instance, bool*, bool*, bool*, bool*, bool*, double*) {
    return refuse(instance, __func__);
}

Status fmi3EnterContinuousTimeMode(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3CompletedIntegratorStep(Instance instance, bool, bool*, bool*) {
    return refuse(instance, __func__);
}

Status fmi3SetTime(Instance instance, double) {
    return refuse(instance, __func__);
}

Status fmi3SetContinuousStates(Instance instance, const double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetContinuousStateDerivatives(Instance instance, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetEventIndicators(Instance instance, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetContinuousStates(Instance instance, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetNominalsOfContinuousStates(Instance instance, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3GetNumberOfEventIndicators(Instance instance, std::size_t*) {
    return refuse(instance, __func__);
}

Status fmi3GetNumberOfContinuousStates(Instance instance, std::size_t*) {
    return refuse(instance, __func__);
}

Status fmi3EnterStepMode(Instance instance) {
    return refuse(instance, __func__);
}

Status fmi3GetOutputDerivatives(Instance instance, const Reference*, std::size_t,
                                const std::int32_t*, double*, std::size_t) {
    return refuse(instance, __func__);
}

Status fmi3ActivateModelPartition(Instance instance, Reference, double) {
    return refuse(instance, __func__);
}

}  // extern "C"

}  // namespace gateway::fmu::fmi3
