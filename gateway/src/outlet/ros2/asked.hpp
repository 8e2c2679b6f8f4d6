// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/command.hpp>
#include <gateway/seams.hpp>

#include <cstdint>
#include <variant>

namespace gateway::ros2 {

/// What Autoware has asked for so far.
struct Asked {
    std::variant<AccelerationCommand, ActuationCommand> control;
    std::uint64_t commands = 0;  ///< how many set `control`
    Gear gear = Gear::no_command;
    std::uint8_t indicators = 0;  ///< of TurnIndicatorsCommand
    std::uint8_t hazard_lights = 0;
    bool is_engaged = true;
    bool is_autonomous = true;  ///< and not manual

    bool may_drive() const noexcept { return is_engaged && is_autonomous; }
};

/// All of it as one command. In Autoware an acceleration is along the gear's direction, and never
/// chooses the gear: the command always names one.
/// @param seen of the vehicle, whose gear counts where none was asked for
Command command_of(const Asked& asked, const Feedback& seen) noexcept;

}  // namespace gateway::ros2
