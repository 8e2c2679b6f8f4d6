// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Body frame. One that is configured turns with the body's lean; where none is, the reading is how
/// fast the vehicle rolls, pitches and yaws.
inline Reading imu_gyro_truth(const SensorView& view) {
    const Eigen::Vector3d& told = view.truth.state.angular_velocity_radps;
    const Eigen::Vector3d felt = view.in_body(view.road_to_world * told);
    const Eigen::Vector3d& rate = view.is_configured ? felt : told;
    return {rate.x(), rate.y(), rate.z()};
}

inline constexpr SensorKind imu_gyro{
    "imu_gyro", "radps", 3, {"x_radps", "y_radps", "z_radps"}, imu_gyro_truth};

}  // namespace plant::sensor
