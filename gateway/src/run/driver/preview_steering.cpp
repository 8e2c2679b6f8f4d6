// SPDX-License-Identifier: MIT
#include "preview_steering.hpp"

#include "command_level/steering.hpp"
#include "route/route_place.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// Delay between feedback and steering: the cycle, the command, tyres and load transfer.
constexpr double delay_s = 0.08;
constexpr double slowest_mps = 1;

/// The distance by which the inertia of the body delays its turning: the ratio of the angles that
/// the change of a curvature and the curvature itself need.
double turning_m(const SteeringResponse& response, double speed_mps) {
    const double square = speed_mps * speed_mps;
    return response.yaw_acceleration_s2 * square /
           (response.wheelbase_m + response.understeer_rad_s2_per_m * square);
}

}  // namespace

RouteOffset offset_from(const RoutePlace& place, const plant::State& state) {
    const Point here{state.position_m.x(), state.position_m.y()};
    RouteOffset offset;
    offset.way_m = place.route->curve().way_m({place.segment, place.t});
    offset.left_m = cross_track_error_m(place, here);
    offset.heading_rad = heading_error_rad(place, state.yaw_rad);
    return offset;
}

PreviewSteering::PreviewSteering(AlongRoute curvature_1pm, const SteeringResponse& response,
                                 double preview_s)
    : curvature_(std::move(curvature_1pm)), response_(response), preview_s_(preview_s) {}

double PreviewSteering::angle_rad(const RouteOffset& offset, const plant::State& state,
                                  double passed_s) {
    const double speed_mps = std::max(state.velocity_mps.x(), 0.0);
    const double ahead_m = delay_s * speed_mps + turning_m(response_, speed_mps);
    const double wanted_1pm =
        curvature_.at(offset.way_m + ahead_m) + correction_1pm(offset, state, passed_s);
    return steer_for(response_, wanted_1pm, speed_mps);
}

/// The direction of motion of the rear axle, in which the steering angle has no part, relative to
/// that of a rear axle whose centre of gravity follows the route.
double PreviewSteering::direction_rad(const RouteOffset& offset, const plant::State& state) const {
    constexpr double largest_rad = plant::pi / 3;
    const double forwards_mps = std::max(state.velocity_mps.x(), slowest_mps);
    const double arm_m = response_.cg_to_rear_axle_m;
    const double slip_rad =
        std::atan2(state.velocity_mps.y() - arm_m * state.angular_velocity_radps.z(), forwards_mps);
    return std::clamp(offset.heading_rad + slip_rad + arm_m * curvature_.at(offset.way_m),
                      -largest_rad, largest_rad);
}

/// How much more the body turns than the route, as far as its inertia matters.
double PreviewSteering::turning_1pm(const RouteOffset& offset, const plant::State& state) const {
    constexpr double ahead_s = 0.05, share = 0.8, half_m = 0.5;
    const double speed_mps = std::max(state.velocity_mps.x(), slowest_mps);
    const double inertia_m = turning_m(response_, speed_mps);
    return share * inertia_m / (inertia_m + half_m) *
           (state.angular_velocity_radps.z() / speed_mps -
            curvature_.at(offset.way_m + ahead_s * speed_mps));
}

/// The curvature in addition to that of the route.
double PreviewSteering::correction_1pm(const RouteOffset& offset, const plant::State& state,
                                       double passed_s) {
    constexpr double shortest_preview_m = 3, most_1pm = 0.2, integral_share = 0.2, nearby_m = 1;
    const double speed_mps = std::max(state.velocity_mps.x(), 0.0);
    const double preview_m = std::max(shortest_preview_m, preview_s_ * speed_mps);
    const double square_m2 = preview_m * preview_m;
    if (std::abs(offset.left_m) < nearby_m) integral_m2_ += offset.left_m * speed_mps * passed_s;
    integral_m2_ = std::clamp(integral_m2_, -nearby_m * preview_m, nearby_m * preview_m);
    const double left_m = std::clamp(offset.left_m, -preview_m, preview_m);
    const double correction_1pm =
        -2 * left_m / square_m2 - 2.5 * std::sin(direction_rad(offset, state)) / preview_m -
        turning_1pm(offset, state) - integral_share * integral_m2_ / (square_m2 * preview_m);
    return std::clamp(correction_1pm, -most_1pm, most_1pm);
}

}  // namespace gateway
