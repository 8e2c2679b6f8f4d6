// SPDX-License-Identifier: MIT
#pragma once

#include "command_timeout.hpp"
#include "vehicle_interface/rules.hpp"
#include "vehicle_interface/safety_config.hpp"

namespace gateway::vehicle_interface {

/// Whether a door or a belt is open. The hand brake is not part of the cabin.
inline bool is_cabin_open(const SafetyConfig& config) noexcept {
    const auto is_open = [&config](Secured part) {
        return part == Secured::no || (part == Secured::unknown && config.unknown_cabin_is_open);
    };
    return is_open(config.cabin.doors) || is_open(config.cabin.belts);
}

/// Rejects a request for autonomous mode while doors, belts or hand brake are not secured.
inline Outcome refuse_automation(Commands& commands, bool is_cabin_secured) noexcept {
    if (!commands.state || commands.state->mode != DrivingMode::autonomous) return no_action;
    if (is_cabin_secured) return no_action;
    commands.state->mode = DrivingMode::no_command;
    return action(Report::cabin_not_secured);
}

/// Stops a vehicle with an open cabin: the only acceleration is the one that ends the motion.
inline Outcome stop_with_open_cabin(Commands& commands, float velocity_mps, Gear reported,
                                    const SafetyConfig& config) noexcept {
    if (!is_cabin_open(config)) return no_action;
    commands.control.long_accel_mps2 =
        stopping_mps2(velocity_mps, reported, config.timeout_acceleration_mps2, config);
    commands.control.velocity_mps = 0;
    return action(Report::cabin_not_secured);
}

}  // namespace gateway::vehicle_interface
