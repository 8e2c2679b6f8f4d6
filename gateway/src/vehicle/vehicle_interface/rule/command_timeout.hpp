// SPDX-License-Identifier: MIT
#pragma once

#include "limits.hpp"

#include "vehicle_interface/safety_config.hpp"

#include <cmath>

namespace gateway::vehicle_interface {

/// The acceleration that ends the motion within one time step, limited to `greatest_mps2`.
inline float stopping_mps2(float velocity_mps, Gear gear, float greatest_mps2,
                           const SafetyConfig& config) noexcept {
    if (!std::isfinite(velocity_mps)) return gear == Gear::reverse ? greatest_mps2 : -greatest_mps2;
    if (velocity_mps == 0) return 0;
    const float step_s = std::chrono::duration<float>(config.time_step).count();
    return clamp(-velocity_mps / step_s, {-greatest_mps2, greatest_mps2, 0});
}

/// The commands after a time-out: straight steering, a firm stop, hazard lights.
inline Commands stop_commands(float velocity_mps, Gear gear, const SafetyConfig& config) noexcept {
    Commands commands;
    commands.control.long_accel_mps2 =
        stopping_mps2(velocity_mps, gear, config.timeout_acceleration_mps2, config);
    commands.demand_state().blinker = Blinker::hazard;
    return commands;
}

}  // namespace gateway::vehicle_interface
