// SPDX-License-Identifier: MIT
#pragma once

#include "level_conversion_config.hpp"

#include <cmath>

namespace gateway {

/// The mean angle of the front wheels for a curvature of the path of the rear axle's centre: yaw
/// rate over longitudinal velocity. It is the same in reverse. Source: Rajamani, Vehicle Dynamics
/// and Control, section 3.3 (understeer gradient).
inline double steer_for(const SteeringResponse& response, double curvature_1pm,
                        double speed_mps) noexcept {
    const double lateral_mps2 = speed_mps * speed_mps * curvature_1pm;
    return std::atan(response.wheelbase_m * curvature_1pm) +
           response.understeer_rad_s2_per_m * lateral_mps2;
}

}  // namespace gateway
