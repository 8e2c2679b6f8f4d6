// SPDX-License-Identifier: MIT
#include "preview_steering.hpp"

#include "command_level/steering.hpp"
#include "route/route_place.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// Delay between feedback and steering: the cycle, the command and the load transfer.
constexpr double delay_s = 0.08;
/// Along the path, until the tyres have built up their forces.
constexpr double relaxation_m = 0.4;
constexpr double shortest_preview_m = 3;
constexpr double slowest_mps = 0.5;

/// How far ahead the steering acts: the delay, the relaxation of the tyres, and the
/// turning of the body, whose share of the angle grows with the change of the curvature.
double lead_m(const SteeringResponse& response, double speed_mps) {
    const double square = speed_mps * speed_mps;
    const double turning_m = response.yaw_acceleration_s2 * square /
                             (response.wheelbase_m + response.understeer_rad_s2_per_m * square);
    return relaxation_m + delay_s * speed_mps + turning_m;
}

}  // namespace

RouteOffset offset_from(const RoutePlace& place, const plant::State& state) {
    const Point here{state.position_m.x(), state.position_m.y()};
    const double vx = state.velocity_mps.x(), vy = state.velocity_mps.y();
    const double sideslip_rad = vx > slowest_mps ? std::atan2(vy, vx) : 0;
    return {place.route->curve().way_m({place.segment, place.t}), cross_track_error_m(place, here),
            heading_error_rad(place, state.yaw_rad + sideslip_rad)};
}

PreviewSteering::PreviewSteering(AlongRoute curvature_1pm, const SteeringResponse& response,
                                 double preview_s)
    : curvature_(std::move(curvature_1pm)), response_(response), preview_s_(preview_s) {}

double PreviewSteering::angle_rad(const RouteOffset& offset, double speed_mps, double passed_s) {
    const double ahead_1pm = curvature_.at(offset.way_m + lead_m(response_, speed_mps));
    const double wanted_1pm = ahead_1pm + correction_1pm(offset, speed_mps, passed_s);
    return steer_for(response_, wanted_1pm, speed_mps);
}

/// The curvature in addition to that of the route.
double PreviewSteering::correction_1pm(const RouteOffset& offset, double speed_mps,
                                       double passed_s) {
    constexpr double largest_direction_rad = plant::pi / 3, integral_share = 0.2;
    constexpr double nearby_m = 1, most_1pm = 0.2;
    const double preview_m = std::max(shortest_preview_m, preview_s_ * speed_mps);
    const double direction_rad =
        std::clamp(offset.course_rad, -largest_direction_rad, largest_direction_rad);
    if (std::abs(offset.left_m) < nearby_m)
        integral_m2_ += offset.left_m * std::max(speed_mps, 0.0) * passed_s;
    integral_m2_ = std::clamp(integral_m2_, -nearby_m * preview_m, nearby_m * preview_m);
    const double far_m = std::clamp(offset.left_m, -preview_m, preview_m);
    const double integral_1pm = integral_share * integral_m2_ / (preview_m * preview_m * preview_m);
    return std::clamp(-2 * far_m / (preview_m * preview_m) -
                          2 * std::sin(direction_rad) / preview_m - integral_1pm,
                      -most_1pm, most_1pm);
}

}  // namespace gateway
