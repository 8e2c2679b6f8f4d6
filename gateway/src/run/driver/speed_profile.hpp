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

/// A speed along a path, and its derivative by time.
struct PlannedSpeed {
    double speed_mps = 0;
    double slope_mps2 = 0;
};

/// The fastest speed along a route.
///
/// Each place has a limit by the curvature. A pass backwards limits the braking towards slower
/// places, and a pass forwards the acceleration away from them, both beside the lateral
/// acceleration there: by an ellipse of the limits of comfort, and by the grip. Acceleration and
/// braking begin and end with the limited jerk. On a route with an end the vehicle stops there.
/// Source: the passes in both directions follow Kapania, Subosits and Gerdes, "A sequential
/// two-step algorithm for fast generation of vehicle racing trajectories" (2016).
class SpeedProfile {
  public:
    SpeedProfile(const Route& route, const AlongRoute& curvature_1pm, const SpeedLimits& limits);

    PlannedSpeed at(double way_m) const;
    /// Whether the vehicle has nearly reached the place where it stops.
    bool is_at_stop(double way_m) const;

  private:
    double rest_m(double way_m) const;
    void limit_jerk(double window_s);

    AlongRoute speed_mps_;
    double jerk_mps3_;
    double fading_m_ = 0;  ///< before the stop, where the deceleration fades; 0 without one
};

}  // namespace gateway
