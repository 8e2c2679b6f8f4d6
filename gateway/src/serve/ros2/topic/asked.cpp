// SPDX-License-Identifier: MIT
#include "asked.hpp"

namespace gateway::ros2 {
namespace {

/// Codes of Autoware.
constexpr std::uint8_t to_the_left = 2, to_the_right = 3, lights_on = 2;

Blinker blinker_of(const Asked& asked) noexcept {
    if (asked.hazard_lights == lights_on) return Blinker::hazard;
    if (asked.indicators == to_the_left) return Blinker::left;
    if (asked.indicators == to_the_right) return Blinker::right;
    const bool is_asked = asked.indicators != 0 || asked.hazard_lights != 0;
    return is_asked ? Blinker::off : Blinker::no_command;
}

}  // namespace

Command command_of(const Asked& asked, const Feedback& seen) noexcept {
    if (asked.is_of_interface) return asked.of_interface;
    Command command;
    VehicleStateCommand& state = state_of(command);
    state.blinker = blinker_of(asked);
    std::visit([&](const auto& control) { command.control = control; }, asked.control);
    const Gear gear = asked.gear != Gear::no_command ? asked.gear : seen.report.gear;
    state.gear = gear;  // who brakes to hold the vehicle does not want to go the other way
    if (auto* control = std::get_if<AccelerationCommand>(&command.control))
        if (gear == Gear::reverse) control->accel_mps2 = -control->accel_mps2;
    return command;
}

}  // namespace gateway::ros2
