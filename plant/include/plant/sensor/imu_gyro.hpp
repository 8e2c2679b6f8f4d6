// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Body frame.
inline Reading imu_gyro_truth(const SensorView& view) {
    const Eigen::Vector3d& rate = view.truth.state.angular_velocity_radps;
    return {rate.x(), rate.y(), rate.z()};
}

inline constexpr SensorKind imu_gyro{
    "imu_gyro", "radps", 3, {"x_radps", "y_radps", "z_radps"}, imu_gyro_truth};

}  // namespace plant::sensor
