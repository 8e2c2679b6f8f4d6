// SPDX-License-Identifier: MIT
#pragma once

#include "along_route.hpp"
#include "driver_config.hpp"
#include "grip.hpp"

#include "command_level/level_conversion_config.hpp"

namespace gateway {

/// What limits the speed along a route.
struct SpeedLimits {
    DriverConfig driver;
    Grip grip;
    PedalResponse pedals;  ///< power and brakes of the vehicle
};

/// The fastest speed in m/s along a route.
///
/// Each place has a limit by the curvature. A pass backwards limits the braking towards slower
/// places, and a pass forwards the acceleration away from them, both beside the lateral
/// acceleration there: by an ellipse of the limits of comfort, and by the grip. Acceleration and
/// braking begin and end with the limited jerk. A route with an end has a speed of 0 there. Source:
/// the profile of passes in both directions follows Kapania, Subosits and Gerdes, "A sequential
/// two-step algorithm for fast generation of vehicle racing trajectories" (2016).
AlongRoute speed_profile(const Route& route, const AlongRoute& curvature_1pm,
                         const SpeedLimits& limits);

}  // namespace gateway
