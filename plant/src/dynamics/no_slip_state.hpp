// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>
#include "dynamics/attitude.hpp"

namespace plant {

/// Motion of a kinematic bicycle: the rear axle moves along the heading.
struct NoSlipMotion {
    double x_m = 0.0;  ///< centre of gravity
    double y_m = 0.0;
    double yaw_rad = 0.0;
    double vx_mps = 0.0;
    double yaw_rate_radps = 0.0;
    double tan_steer = 0.0;
};

/// Distance from the centre of gravity back to the rear axle.
double cg_to_rear_m(const BodyParams& body);

/// The complete state of a vehicle with this motion on a road; the wheels roll.
State no_slip_state(const VehicleParams& vehicle, const NoSlipMotion& motion,
                    const RoadPlane& road);

}  // namespace plant
