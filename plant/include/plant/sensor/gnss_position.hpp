// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Position in the world frame; roll, pitch and yaw are sampled with it and have no errors.
inline Reading gnss_position_truth(const SensorView& view) {
    const State& s = view.truth.state;
    const Eigen::Vector3d& place = s.position_m;
    return {place.x(), place.y(), place.z(), s.roll_rad, s.pitch_rad, s.yaw_rad};
}

inline constexpr SensorKind gnss_position{"gnss_position",
                                          "m",
                                          3,
                                          {"x_m", "y_m", "z_m", "roll_rad", "pitch_rad", "yaw_rad"},
                                          gnss_position_truth};

}  // namespace plant::sensor
