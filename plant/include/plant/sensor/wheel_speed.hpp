// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Angular velocity of each wheel.
inline Reading wheel_speed_truth(const SensorView& view) {
    const PerWheel& spin = view.truth.state.wheel_spin_radps;
    return {spin[front_left], spin[front_right], spin[rear_left], spin[rear_right]};
}

inline constexpr SensorKind wheel_speed{
    "wheel_speed", "radps", 4, {"fl_radps", "fr_radps", "rl_radps", "rr_radps"}, wheel_speed_truth};

}  // namespace plant::sensor
