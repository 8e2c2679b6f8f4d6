// SPDX-License-Identifier: MIT
#pragma once

#include "along_route.hpp"

#include "command_level/level_conversion_config.hpp"

#include <gateway/base/trajectory.hpp>

#include <plant/state.hpp>

namespace gateway {

/// The position of a vehicle relative to a route.
struct RouteOffset {
    double way_m = 0;        ///< along the route
    double left_m = 0;       ///< distance from the route, positive on its left
    double heading_rad = 0;  ///< relative to the route, positive to the left
};

RouteOffset offset_from(const RoutePlace& place, const plant::State& state);

/// Steers along a route: feed-forward of the curvature ahead, and feedback of distance and
/// direction.
///
/// The feed-forward is the steering angle of a single-track model with an understeer gradient in a
/// steady turn of the curvature where the vehicle will be when it responds. The feedback bends the
/// path so that it meets the route one preview distance L ahead: by -2 e / L^2 for the distance e,
/// by -2.5 c / L for the direction c of the rear axle, and by a part of the difference between the
/// turning of body and route, which damps the yaw motion. An integral term along the path removes
/// what the single-track model leaves. Sources: C. C. MacAdam, "Application of an optimal preview
/// control for simulation of closed-loop automobile driving" (1981), for the preview; R. Rajamani,
/// Vehicle Dynamics and Control, chapter 3, for the feed-forward.
class PreviewSteering {
  public:
    /// @param curvature_1pm of the route
    PreviewSteering(AlongRoute curvature_1pm, const SteeringResponse& response, double preview_s);

    /// The mean angle of the front wheels in rad.
    /// @param passed_s since the call before
    double angle_rad(const RouteOffset& offset, const plant::State& state, double passed_s);

  private:
    double direction_rad(const RouteOffset& offset, const plant::State& state) const;
    double turning_1pm(const RouteOffset& offset, const plant::State& state) const;
    double correction_1pm(const RouteOffset& offset, const plant::State& state, double passed_s);

    AlongRoute curvature_;
    SteeringResponse response_;
    double preview_s_;
    double integral_m2_ = 0;  ///< of the distance along the path
};

}  // namespace gateway
