// SPDX-License-Identifier: MIT
#include "received_commands.hpp"

namespace gateway::ros2 {
namespace {

/// Codes of Autoware's messages.
constexpr std::uint8_t to_the_left = 2, to_the_right = 3, lights_on = 2;

Blinker blinker_of(const ReceivedCommands& received) noexcept {
    if (received.hazard_lights == lights_on) return Blinker::hazard;
    if (received.indicators == to_the_left) return Blinker::left;
    if (received.indicators == to_the_right) return Blinker::right;
    const bool is_asked = received.indicators != 0 || received.hazard_lights != 0;
    return is_asked ? Blinker::off : Blinker::no_command;
}

}  // namespace

Command command_of(const ReceivedCommands& received, const Feedback& seen) noexcept {
    if (received.is_of_interface) return received.of_interface;
    Command command;
    VehicleStateCommand& state = state_of(command);
    state.blinker = blinker_of(received);
    std::visit([&](const auto& control) { command.control = control; }, received.control);
    const Gear gear = received.gear != Gear::no_command ? received.gear : seen.report.gear;
    state.gear = gear;  // braking to standstill must not change the gear
    if (auto* control = std::get_if<AccelerationCommand>(&command.control))
        if (gear == Gear::reverse) control->accel_mps2 = -control->accel_mps2;
    return command;
}

}  // namespace gateway::ros2
