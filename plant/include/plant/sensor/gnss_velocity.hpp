// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Velocity in the world frame.
inline Reading gnss_velocity_truth(const SensorView& view) {
    const Eigen::Vector3d velocity = view.road_to_world * view.truth.state.velocity_mps;
    return {velocity.x(), velocity.y(), velocity.z()};
}

inline constexpr SensorKind gnss_velocity{
    "gnss_velocity", "mps", 3, {"x_mps", "y_mps", "z_mps"}, gnss_velocity_truth};

}  // namespace plant::sensor
