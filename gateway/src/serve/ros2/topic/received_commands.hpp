// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/seams.hpp>

#include <cstdint>
#include <variant>

namespace gateway::ros2 {

/// The commands received from nodes of ROS 2: Autoware's messages, and those of the vehicle
/// interface.
struct ReceivedCommands {
    std::variant<AccelerationCommand, ActuationCommand> control;
    std::uint64_t commands = 0;  ///< number of control messages of both kinds
    Gear gear = Gear::no_command;
    std::uint8_t indicators = 0;  ///< of TurnIndicatorsCommand
    std::uint8_t hazard_lights = 0;
    Command of_interface;          ///< from messages of the vehicle interface
    bool is_of_interface = false;  ///< whether the last control message was one of them
    bool is_engaged = true;
    bool is_autonomous = true;  ///< false: manual

    bool may_drive() const noexcept { return is_engaged && is_autonomous; }
};

/// Combines them to one command. Messages of the vehicle interface have the same meaning as at a
/// port of a program: the acceleration is along the body, and the command has no state unless a
/// state command was received. Autoware's acceleration is along the direction of the gear and does
/// not select the gear: the command always has one.
/// @param seen feedback with the gear to use if no gear was received
Command command_of(const ReceivedCommands& received, const Feedback& seen) noexcept;

}  // namespace gateway::ros2
