// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/safety_config.hpp"

#include <limits>
#include <optional>

/// Parameters of the vehicle and of the control for the conversion of commands to pedals.
namespace gateway {

/// Parameters of the velocity control.
struct VelocityGains {
    double proportional_per_s = 1.5;
    double integral_per_s2 = 0.3;
    double derivative = 0;    ///< on the difference of target and measured acceleration
    double response_s = 0.4;  ///< time constant of the approach to the target velocity
    double max_acceleration_mps2 = 2;
    double max_deceleration_mps2 = 3;
};

/// Effect of the pedals on the speed in the direction of travel. With throttle and brake from 0 to
/// 1 its derivative is throttle * min(full_throttle, power / speed) - brake * full_brake - rolling
/// - drag * speed^2.
struct PedalResponse {
    double full_throttle_mps2 = 3;
    double full_brake_mps2 = 9;
    double power_w_per_kg = std::numeric_limits<double>::infinity();
    double rolling_mps2 = 0;
    double drag_per_m = 0;
};

/// Response to the steering: tan(steer - understeer * lateral acceleration) = wheelbase *
/// curvature.
struct SteeringResponse {
    double wheelbase_m = 2.7;
    double cg_to_rear_axle_m = 1.5;  ///< only a driver model uses it, and the last member
    double understeer_rad_s2_per_m = 0;
    /// Additional angle per yaw acceleration, for the forces that turn the body: yaw inertia /
    /// wheelbase * (1 / front + 1 / rear cornering stiffness).
    double yaw_acceleration_s2 = 0;
};

struct LevelConversionConfig {
    VelocityGains velocity;
    /// At level `acceleration`: integral gain on the difference of target and measured
    /// acceleration.
    double acceleration_integral_per_s = 1;
    PedalResponse pedals;
    SteeringResponse steering;
    /// Nothing if the vehicle does not accept raw commands.
    std::optional<vehicle_interface::RawScale> raw;
};

}  // namespace gateway
