// SPDX-License-Identifier: MIT
#pragma once

#include "gear_at_speed.hpp"

namespace gateway::vehicle_interface {

/// Above the threshold no PARK, whatever gear the vehicle reports.
inline Outcome remove_park_at_speed(Commands& commands, float velocity_mps,
                                    const SafetyConfig& config) noexcept {
    if (!commands.state || commands.state->gear != Gear::park) return no_action;
    if (!is_fast(velocity_mps, config)) return no_action;
    commands.state->gear = Gear::no_command;
    return action(Report::remove_gear_command);
}

}  // namespace gateway::vehicle_interface
