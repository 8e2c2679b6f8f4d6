// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <cmath>
#include <limits>

namespace gateway::vehicle_interface {

/// The gear for an acceleration: at a standstill, or if the vehicle is about to change its
/// direction, the sign of the acceleration selects DRIVE or REVERSE. All arithmetic is in float32.
/// @param wanted the result in all other cases, and always if it is PARK
inline Gear automatic_gear(float accel_mps2, Gear wanted, float velocity_mps,
                           const SafetyConfig& config) noexcept {
    if (wanted == Gear::park) return wanted;
    if (std::fabs(accel_mps2) < config.gear_shift_accel_deadzone_mps2) return wanted;
    if (std::fabs(velocity_mps) > config.gear_shift_velocity_threshold_mps) return wanted;
    if (accel_mps2 * velocity_mps > 0) return wanted;
    const float step_s = std::chrono::duration<float>(config.time_step).count();
    const float next_mps = accel_mps2 * step_s + velocity_mps;
    const bool turns_round = velocity_mps * next_mps < 0;
    const bool stands = std::fabs(velocity_mps) <= std::numeric_limits<float>::epsilon();
    if (!stands && !turns_round) return wanted;
    return accel_mps2 > 0 ? Gear::drive : Gear::reverse;
}

/// Shifts as the acceleration requires. A gear that the vehicle is already in is not commanded.
inline Outcome shift_automatically(Commands& commands, float velocity_mps, Gear reported,
                                   const SafetyConfig& config) noexcept {
    const Gear wanted = commands.state ? commands.state->gear : reported;
    const Gear gear =
        automatic_gear(commands.control.long_accel_mps2, wanted, velocity_mps, config);
    if (!commands.state && gear == reported) return no_action;
    VehicleStateCommand& state = commands.demand_state();
    state.gear = gear == reported ? Gear::no_command : gear;
    const bool is_in_it = wanted == Gear::no_command && gear == reported;
    return gear == wanted || is_in_it ? no_action : action();
}

}  // namespace gateway::vehicle_interface
