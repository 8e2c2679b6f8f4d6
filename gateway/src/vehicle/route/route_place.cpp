// SPDX-License-Identifier: MIT
#include "route_place.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

using plant::pi;
constexpr double at_end_m = 1;
constexpr double look_ahead_m = 10;
constexpr double shortest_way_m = 0.01;

CurvePlace on_curve(const RoutePlace& place) {
    return {place.segment, place.t};
}

/// Change of direction from one position to a later one of the same lap, including all corners in
/// between.
double turn_in_lap_rad(const RouteCurve& curve, const CurvePlace& from, const CurvePlace& to) {
    double turn = 0, direction = curve.direction_rad(from);
    const auto turn_to = [&](const CurvePlace& at) {
        const double next = curve.direction_rad(at);
        turn += std::remainder(next - direction, 2 * pi);
        direction = next;
    };
    for (std::size_t piece = from.piece; piece < to.piece; ++piece) {
        turn_to({piece, 1});
        turn_to({piece + 1, 0});
    }
    turn_to(to);
    return turn;
}

/// The same; a place before `from` is one of the next lap.
double turn_rad(const RouteCurve& curve, const CurvePlace& from, const CurvePlace& to) {
    if (curve.way_m(to) >= curve.way_m(from)) return turn_in_lap_rad(curve, from, to);
    const CurvePlace end = curve.end(), start{};
    return turn_in_lap_rad(curve, from, end) + turn_in_lap_rad(curve, start, to) +
           std::remainder(curve.direction_rad(start) - curve.direction_rad(end), 2 * pi);
}

}  // namespace

double cross_track_error_m(const RoutePlace& place, const Point& vehicle) {
    if (place.route == nullptr) return 0;
    const RouteCurve& curve = place.route->curve();
    const Point here = curve.point(on_curve(place));
    const double direction = curve.direction_rad(on_curve(place));
    const double dx = vehicle.x_m - here.x_m, dy = vehicle.y_m - here.y_m;
    const double left_m = dy * std::cos(direction) - dx * std::sin(direction);
    const bool has_ends = !place.route->is_closed();
    const bool is_at_start = has_ends && place.segment == 0 && place.t <= 0;
    const bool is_at_end =
        has_ends && place.segment + 2 == place.route->points().size() && place.t >= 1;
    if (is_at_start || is_at_end) return left_m;
    return std::copysign(std::hypot(dx, dy), left_m);  // at a corner it is not perpendicular
}

double heading_error_rad(const RoutePlace& place, double yaw_rad) {
    if (place.route == nullptr) return 0;
    return std::remainder(yaw_rad - place.route->curve().direction_rad(on_curve(place)), 2 * pi);
}

double distance_to_end_m(const RoutePlace& place) {
    if (place.route == nullptr || place.route->is_closed()) return nothing_ahead_m;
    const RouteCurve& curve = place.route->curve();
    return std::max(0.0, curve.length_m() - curve.way_m(on_curve(place)));
}

double distance_along_m(const RoutePlace& place) {
    return place.route == nullptr ? 0 : place.route->curve().way_m(on_curve(place));
}

double curvature_ahead_per_m(const RoutePlace& place) {
    if (place.route == nullptr) return 0;
    const RouteCurve& curve = place.route->curve();
    const double way_m = std::min(look_ahead_m, distance_to_end_m(place));
    if (way_m < shortest_way_m) return 0;
    const CurvePlace ahead = curve.at_way(curve.way_m(on_curve(place)) + way_m);
    return turn_rad(curve, on_curve(place), ahead) / way_m;
}

double speed_limit_mps(const RoutePlace& place) {
    if (place.route == nullptr) return no_speed_limit_mps;
    return place.route->speed_limit_mps(place.segment).value_or(no_speed_limit_mps);
}

bool is_at_end(const RoutePlace& place) {
    return distance_to_end_m(place) <= at_end_m;
}

}  // namespace gateway
