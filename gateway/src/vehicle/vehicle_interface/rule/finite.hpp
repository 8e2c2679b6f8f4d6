// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rules.hpp"

#include <cmath>

namespace gateway::vehicle_interface {

inline bool is_finite(const VehicleControlCommand& control) noexcept {
    return std::isfinite(control.long_accel_mps2) && std::isfinite(control.velocity_mps) &&
           std::isfinite(control.front_wheel_angle_rad) &&
           std::isfinite(control.rear_wheel_angle_rad);
}

/// Rejects a control command with a NaN or an infinity: the last valid one stays in use.
inline Outcome reject_non_finite(Commands& commands,
                                 const VehicleControlCommand& in_force) noexcept {
    if (is_finite(commands.control)) return no_action;
    commands.control = in_force;
    return action(Report::non_finite_command);
}

}  // namespace gateway::vehicle_interface
