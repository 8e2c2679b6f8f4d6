// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Body frame. A configured sensor measures specific force, which includes gravity. Without one,
/// forward and left are the acceleration, and up is the specific force: g at rest on flat ground.
inline Reading imu_accel_truth(const SensorView& view) {
    const Truth& truth = view.truth;
    const Eigen::Vector3d acceleration(truth.ax_mps2, truth.ay_mps2, truth.az_mps2);
    const Eigen::Vector3d gravity(0.0, 0.0, gravity_mps2);
    const Eigen::Vector3d force = view.in_body(view.road_to_world * acceleration + gravity);
    const Eigen::Vector3d& reading = view.is_configured ? force : acceleration;
    return {reading.x(), reading.y(), force.z()};
}

inline constexpr SensorKind imu_accel{
    "imu_accel", "mps2", 3, {"x_mps2", "y_mps2", "z_mps2"}, imu_accel_truth};

}  // namespace plant::sensor
