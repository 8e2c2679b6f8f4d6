// SPDX-License-Identifier: MIT
#include "failsafe.hpp"

namespace gateway {
namespace {

/// The steering that stays: of the last command, if that was of the same level.
template <class Control>
double held(double Control::*steering, const Command& last, const Failsafe& failsafe) noexcept {
    const auto* control = std::get_if<Control>(&last.control);
    return failsafe.centre_steering || control == nullptr ? 0 : control->*steering;
}

}  // namespace

std::optional<Level> failsafe_level(const Vehicle& vehicle) {
    if (!vehicle.takes(Level::actuation)) return Level::pedals;
    if (!vehicle.takes(Level::pedals)) return Level::actuation;
    return std::nullopt;
}

Command failsafe_after(const Command& last, const Failsafe& failsafe) noexcept {
    Command command;
    command.state = last.state;
    if (failsafe.level.value_or(level_of(last)) == Level::actuation) {
        ActuationCommand& control = control_of<ActuationCommand>(command);
        control = failsafe.actuation;
        control.steer = held(&ActuationCommand::steer, last, failsafe);
    } else {
        PedalCommand& control = control_of<PedalCommand>(command);
        control.brake = failsafe.brake;
        control.steer_rad = held(&PedalCommand::steer_rad, last, failsafe);
    }
    return command;
}

}  // namespace gateway
