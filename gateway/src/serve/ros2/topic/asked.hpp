// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/seams.hpp>

#include <cstdint>
#include <variant>

namespace gateway::ros2 {

/// What nodes of ROS 2 have asked for so far: Autoware's messages, and those of the vehicle
/// interface.
struct Asked {
    std::variant<AccelerationCommand, ActuationCommand> control;
    std::uint64_t commands = 0;  ///< how many set `control`, here or in `of_interface`
    Gear gear = Gear::no_command;
    std::uint8_t indicators = 0;  ///< of TurnIndicatorsCommand
    std::uint8_t hazard_lights = 0;
    Command of_interface;          ///< by messages of the vehicle interface
    bool is_of_interface = false;  ///< the last control message was one of these
    bool is_engaged = true;
    bool is_autonomous = true;  ///< and not manual

    bool may_drive() const noexcept { return is_engaged && is_autonomous; }
};

/// All of it as one command. One of the vehicle interface has the meaning that it has as a port of
/// a program: its acceleration is along the body, and without a state command none is asked for. In
/// Autoware an acceleration is along the gear's direction, and never chooses the gear: the command
/// always names one.
/// @param seen of the vehicle, whose gear counts where none was asked for
Command command_of(const Asked& asked, const Feedback& seen) noexcept;

}  // namespace gateway::ros2
