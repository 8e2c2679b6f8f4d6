// SPDX-License-Identifier: MIT
#include "reference_state_machine.hpp"

#include "vehicle_interface/rule/automatic_gear.hpp"
#include "vehicle_interface/rule/codes.hpp"
#include "vehicle_interface/rule/command_timeout.hpp"
#include "vehicle_interface/rule/limits.hpp"

#include <cmath>

namespace gateway::vehicle_interface {
namespace {

/// @return whether a requested code is overdue. Its defect: a code that was reported is overdue
/// once.
template <class Demand, class Code>
bool is_overdue(Demand& demand, Code reported, Stamp latest) noexcept {
    if (demand.value == Code::no_command) return false;
    if (demand.value == reported) demand = {};
    return latest > demand.stamp;
}

template <class Demand>
bool is_flag_overdue(const Demand& demand, bool reported, Stamp latest) noexcept {
    return demand.value != reported && latest > demand.stamp;
}

/// Its rule checks only the command, and ignores CLEAN.
bool needs_headlights(const VehicleStateCommand& state) noexcept {
    return (state.wiper == Wiper::low || state.wiper == Wiper::high) &&
           (state.headlight == Headlight::off || state.headlight == Headlight::no_command);
}

/// Its rule also removes shifts between DRIVE and LOW.
bool is_bad_shift(Gear gear, Gear reported, float velocity_mps, float threshold_mps) noexcept {
    const bool is_fast = std::fabs(velocity_mps) > threshold_mps;
    return gear != Gear::no_command && is_fast && gear != reported;
}

}  // namespace

ReferenceStateMachine::ReferenceStateMachine(const SafetyConfig& config) : config_(config) {
    check(config);
}

Reports ReferenceStateMachine::update(const VehicleOdometry& odometry,
                                      const VehicleStateReport& report) noexcept {
    known_ = {odometry, report};
    const Stamp latest = report.stamp - config_.state_transition_timeout;
    // All are checked, since a check also ends a request.
    bool overdue = is_overdue(gear_, report.gear, latest);
    overdue |= is_overdue(blinker_, report.blinker, latest);
    overdue |= is_overdue(wiper_, report.wiper, latest);
    overdue |= is_overdue(headlight_, report.headlight, latest);
    overdue |= is_overdue(mode_, report.mode, latest);
    overdue |= is_flag_overdue(horn_, report.horn, latest);
    overdue |= is_flag_overdue(hand_brake_, report.hand_brake, latest);
    return overdue ? Reports(Report::state_transition_timeout) : Reports();
}

SafeCommands ReferenceStateMachine::compute_safe_commands(
    const VehicleControlCommand& control,
    const std::optional<VehicleStateCommand>& state) noexcept {
    Reports reports;
    Commands commands{control, state};
    if (limit_front(commands.control, config_).is_past_threshold)
        reports |= Report::clamp_past_threshold;
    if (commands.state) {
        reports |= make_state_safe(commands);
        remember(*commands.state);
    } else {
        shift_automatically(commands, known_.odometry.velocity_mps, known_.report.gear, config_);
    }
    return {commands.control, commands.state, reports};
}

Reports ReferenceStateMachine::make_state_safe(Commands& commands) const noexcept {
    Reports reports;
    VehicleStateCommand& state = *commands.state;
    const float velocity_mps = known_.odometry.velocity_mps;
    if (remove_unknown_codes(state)) reports |= Report::bad_state;
    if (needs_headlights(state)) {
        state.headlight = Headlight::on;
        reports |= Report::wipers_on_headlights_on;
    }
    shift_automatically(commands, velocity_mps, known_.report.gear, config_);
    if (is_bad_shift(state.gear, known_.report.gear, velocity_mps,
                     config_.gear_shift_velocity_threshold_mps)) {
        state.gear = Gear::no_command;
        reports |= Report::remove_gear_command;
    }
    return reports;
}

void ReferenceStateMachine::remember(const VehicleStateCommand& state) noexcept {
    const auto keep = [&state](auto& demand, auto value, auto reported) {
        if (value != decltype(value)::no_command && value != reported)
            demand = {value, state.stamp};
    };
    const VehicleStateReport& report = known_.report;
    keep(gear_, state.gear, report.gear);
    keep(blinker_, state.blinker, report.blinker);
    keep(wiper_, state.wiper, report.wiper);
    keep(headlight_, state.headlight, report.headlight);
    keep(mode_, state.mode, report.mode);
    if (state.horn != report.horn) horn_ = {state.horn, state.stamp};
    if (state.hand_brake != report.hand_brake) hand_brake_ = {state.hand_brake, state.stamp};
}

SafeCommands ReferenceStateMachine::timeout_commands() const noexcept {
    const float step_s = std::chrono::duration<float>(config_.time_step).count();
    SafeCommands stop;
    stop.control.emplace().long_accel_mps2 =
        clamp(-known_.odometry.velocity_mps / step_s, config_.accel_mps2);
    stop.state.emplace().blinker = Blinker::hazard;
    return stop;
}

}  // namespace gateway::vehicle_interface
