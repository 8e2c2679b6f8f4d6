// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// A configured sensor measures in the frame of the body, including its roll and pitch. Without
/// one, the reading is the angular velocity in the frame of the road.
inline Reading imu_gyro_truth(const SensorView& view) {
    const Eigen::Vector3d& on_road = view.truth.state.angular_velocity_radps;
    const Eigen::Vector3d in_body = view.in_body(view.road_to_world * on_road);
    const Eigen::Vector3d& rate = view.is_configured ? in_body : on_road;
    return {rate.x(), rate.y(), rate.z()};
}

inline constexpr SensorKind imu_gyro{
    "imu_gyro", "radps", 3, {"x_radps", "y_radps", "z_radps"}, imu_gyro_truth};

}  // namespace plant::sensor
