// SPDX-License-Identifier: MIT
#include "failsafe.hpp"

#include <gateway/base/held_state.hpp>

#include <cmath>

namespace gateway {
namespace {

/// The road wheel angle of a command.
std::optional<double> steer_of(const Command& command) noexcept {
    if (const auto* pedals = std::get_if<PedalCommand>(&command.control)) return pedals->steer_rad;
    if (const auto* accel = std::get_if<AccelerationCommand>(&command.control))
        return accel->front_steer_rad;
    if (const auto* velocity = std::get_if<VelocityCommand>(&command.control))
        return velocity->steer_rad;
    if (const auto* torques = std::get_if<WheelTorqueCommand>(&command.control))
        return torques->steer_rad;
    return std::nullopt;
}

/// The steering of an actuation command has another unit, and a vehicle may report no angle. The
/// wheels are centred then.
double held_steer_rad(const Command& last, const Feedback& seen) noexcept {
    if (std::holds_alternative<ActuationCommand>(last.control)) return 0;
    const double steer_rad = steer_of(last).value_or(seen.steer_applied_rad);
    return std::isfinite(steer_rad) ? steer_rad : 0;
}

double held_actuation(const Command& last) noexcept {
    const auto* actuation = std::get_if<ActuationCommand>(&last.control);
    return actuation == nullptr ? 0 : actuation->steer;
}

/// A state command always sets the hand brake, so one that only sets the gear needs the reported
/// hand brake.
void set_state(const Failsafe& failsafe, const Feedback& seen, Command& command) noexcept {
    if (!failsafe.sets_state()) return;
    if (!command.state) command.state = command_of(seen.report);
    command.state->gear = failsafe.gear.value_or(command.state->gear);
    command.state->hand_brake = failsafe.hand_brake.value_or(command.state->hand_brake);
}

}  // namespace

std::optional<Level> failsafe_level(const Vehicle& vehicle) {
    if (!vehicle.takes(Level::actuation)) return Level::pedals;
    if (!vehicle.takes(Level::pedals)) return Level::actuation;
    return std::nullopt;
}

Command failsafe_after(const Command& last, const Failsafe& failsafe,
                       const Feedback& seen) noexcept {
    Command command;
    command.state = last.state;
    set_state(failsafe, seen, command);
    if (command.state) command.state->horn = false;
    if (failsafe.level.value_or(level_of(last)) == Level::actuation) {
        ActuationCommand& control = control_of<ActuationCommand>(command);
        control = failsafe.actuation;
        control.steer = failsafe.centre_steering ? 0 : held_actuation(last);
    } else {
        PedalCommand& control = control_of<PedalCommand>(command);
        control.brake = failsafe.brake;
        control.steer_rad = failsafe.centre_steering ? 0 : held_steer_rad(last, seen);
    }
    return command;
}

void StateBeforeFailsafe::note(const Failsafe& failsafe, const Feedback& seen) noexcept {
    if (failsafe.sets_state() && !before_) before_ = command_of(seen.report);
}

void StateBeforeFailsafe::restore(Command& command) const noexcept {
    if (before_) command.state = command.state ? on_top_of(*command.state, *before_) : before_;
}

}  // namespace gateway
