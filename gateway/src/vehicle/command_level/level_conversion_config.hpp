// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <limits>
#include <optional>

/// What the conversion of commands down to pedals knows of a vehicle, and how it controls it.
namespace gateway {

/// How a velocity becomes an acceleration.
struct VelocityGains {
    double proportional_per_s = 1.5;
    double integral_per_s2 = 0.3;
    double derivative = 0;    ///< on the difference between wanted and measured acceleration
    double response_s = 0.4;  ///< time constant with which the wanted velocity is approached
    double max_acceleration_mps2 = 2;
    double max_deceleration_mps2 = 3;
};

/// What pedals do to the speed along the way: with a throttle and a brake of 0..1 it changes by
/// throttle * min(full_throttle, power / speed) - brake * full_brake - rolling - drag * speed^2.
struct PedalResponse {
    double full_throttle_mps2 = 3;
    double full_brake_mps2 = 9;
    double power_w_per_kg = std::numeric_limits<double>::infinity();
    double rolling_mps2 = 0;
    double drag_per_m = 0;
};

/// How a vehicle turns: tan(steer - understeer * lateral acceleration) = wheelbase * curvature.
struct SteeringResponse {
    double wheelbase_m = 2.7;
    double understeer_rad_s2_per_m = 0;
};

struct LevelConversionConfig {
    VelocityGains velocity;
    /// Of the difference between wanted and measured acceleration, at level `acceleration`.
    double acceleration_integral_per_s = 1;
    PedalResponse pedals;
    SteeringResponse steering;
    /// Nothing: the vehicle takes no raw commands.
    std::optional<vehicle_interface::RawScale> raw;
};

}  // namespace gateway
