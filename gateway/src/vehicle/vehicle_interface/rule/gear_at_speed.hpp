// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <cmath>

namespace gateway::vehicle_interface {

constexpr bool is_forward(Gear gear) noexcept {
    return gear == Gear::drive || gear == Gear::low;
}

/// An unknown speed counts as too fast for a shift.
inline bool is_fast(float velocity_mps, const SafetyConfig& config) noexcept {
    return !(std::fabs(velocity_mps) <= config.gear_shift_velocity_threshold_mps);
}

/// Above the threshold only shifts between DRIVE and LOW are allowed; PARK has a separate rule.
inline Outcome remove_shift_at_speed(Commands& commands, float velocity_mps, Gear reported,
                                     const SafetyConfig& config) noexcept {
    if (!commands.state || !is_fast(velocity_mps, config)) return no_action;
    Gear& gear = commands.state->gear;
    if (gear == Gear::no_command || gear == Gear::park || gear == reported) return no_action;
    if (is_forward(gear) && is_forward(reported)) return no_action;
    gear = Gear::no_command;
    return action(Report::remove_gear_command);
}

/// Above the threshold PARK is not allowed, whatever gear the vehicle reports.
inline Outcome remove_park_at_speed(Commands& commands, float velocity_mps,
                                    const SafetyConfig& config) noexcept {
    if (!commands.state || commands.state->gear != Gear::park) return no_action;
    if (!is_fast(velocity_mps, config)) return no_action;
    commands.state->gear = Gear::no_command;
    return action(Report::remove_gear_command);
}

}  // namespace gateway::vehicle_interface
