// SPDX-License-Identifier: MIT
#include "failsafe.hpp"

namespace gateway {
namespace {

/// The angle of the road wheels that a command asks for.
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

/// An actuation's steering has another unit: the wheels are centred then.
double held_steer_rad(const Command& last, const Feedback& seen) noexcept {
    if (std::holds_alternative<ActuationCommand>(last.control)) return 0;
    return steer_of(last).value_or(seen.steer_applied_rad);
}

double held_actuation(const Command& last) noexcept {
    const auto* actuation = std::get_if<ActuationCommand>(&last.control);
    return actuation == nullptr ? 0 : actuation->steer;
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

}  // namespace gateway
