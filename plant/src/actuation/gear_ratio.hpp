// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

/// Steering wheel angle / tyre angle at a speed and a steering wheel angle; at least 1e-5.
inline double gear_ratio(const GearRatioParams& p, double speed_mps, double wheel_rad) {
    const double straight = p.a + p.b_s2_per_m2 * speed_mps * speed_mps;
    return std::max(1e-5, straight - p.c_per_rad * std::abs(wheel_rad));
}

/// The steering wheel angle of a tyre angle: solves tyre = wheel / gear_ratio(wheel) for the wheel.
inline double wheel_angle(const GearRatioParams& p, double speed_mps, double tyre_rad) {
    const double straight = p.a + p.b_s2_per_m2 * speed_mps * speed_mps;
    return straight * tyre_rad / (1.0 + p.c_per_rad * std::abs(tyre_rad));
}

/// The tyre angle of a steering wheel angle.
inline double tyre_angle(const GearRatioParams& p, double speed_mps, double wheel_rad) {
    return wheel_rad / gear_ratio(p, speed_mps, wheel_rad);
}

/// The target tyre angle of a steering wheel angle while the tyre angle is `tyre_rad`.
inline double tyre_target(const GearRatioParams& p, double speed_mps, double tyre_rad,
                          double wheel_rad) {
    return wheel_rad / gear_ratio(p, speed_mps, wheel_angle(p, speed_mps, tyre_rad));
}

}  // namespace plant
