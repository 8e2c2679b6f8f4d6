// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Body frame. One that is configured feels gravity (specific force); where none is, forward and
/// left are the acceleration itself. Up is specific force in either case: g at rest on flat ground.
inline Reading imu_accel_truth(const SensorView& view) {
    const Truth& truth = view.truth;
    const Eigen::Vector3d told(truth.ax_mps2, truth.ay_mps2, truth.az_mps2);
    const Eigen::Vector3d gravity(0.0, 0.0, gravity_mps2);
    const Eigen::Vector3d felt = view.in_body(view.road_to_world * told + gravity);
    const Eigen::Vector3d& shown = view.is_configured ? felt : told;
    return {shown.x(), shown.y(), felt.z()};
}

inline constexpr SensorKind imu_accel{
    "imu_accel", "mps2", 3, {"x_mps2", "y_mps2", "z_mps2"}, imu_accel_truth};

}  // namespace plant::sensor
