// SPDX-License-Identifier: MIT
#include "resolve_step.hpp"

#include "message.hpp"

#include <cmath>
#include <optional>

namespace gateway::fmu_host {
namespace {

constexpr double most_steps = 1e6;

/// How many `of` are one `whole`, if that is a whole number.
std::optional<std::uint32_t> ratio(double whole, double of) {
    const double count = std::round(whole / of);
    if (!(count >= 1 && count <= most_steps) || std::abs(whole - count * of) > 1e-9 * whole)
        return std::nullopt;
    return static_cast<std::uint32_t>(count);
}

}  // namespace

StepResult resolve_step(const HostSetup& setup, const fmu::ModelDescription& description) {
    StepResult result;
    const fmu::CoSimulation& fmu = *description.co_simulation;
    const auto fixed_s =
        fmu.can_handle_variable_step ? std::nullopt : description.default_experiment.step_s;
    double step_s = setup.communication_step_s.value_or(fixed_s.value_or(setup.step_s));
    if (fixed_s && std::abs(step_s - *fixed_s) > 1e-9 * *fixed_s) {
        result.wrong = "is " + seconds_text(step_s) + ", but the FMU accepts only its fixed step " +
                       seconds_text(*fixed_s);
        return result;
    }
    const auto steps = ratio(step_s, setup.step_s);
    if (!steps) {
        result.wrong = "the communication step " + seconds_text(step_s) +
                       " must be a multiple of vehicle.step_s, which is " +
                       seconds_text(setup.step_s);
        return result;
    }
    result.steps = *steps;
    if (fmu.fixed_internal_step_s && !ratio(step_s, *fmu.fixed_internal_step_s))
        result.wrong = "the communication step " + seconds_text(step_s) +
                       " must be a multiple of the FMU's internal step " +
                       seconds_text(*fmu.fixed_internal_step_s);
    return result;
}

}  // namespace gateway::fmu_host
