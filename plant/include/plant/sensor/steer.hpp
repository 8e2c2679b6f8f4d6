// SPDX-License-Identifier: MIT
#pragma once

#include <plant/sensor/sensor_kind.hpp>

namespace plant::sensor {

/// Mean angle of the front road wheels.
inline Reading steer_truth(const SensorView& view) {
    return {view.truth.steer_applied_rad};
}

inline constexpr SensorKind steer{"steer", "rad", 1, {"rad"}, steer_truth};

}  // namespace plant::sensor
