// SPDX-License-Identifier: MIT
#pragma once

#include "route.hpp"

namespace gateway {

/// The speed limit if there is none, 1000 km/h.
constexpr double no_speed_limit_mps = 1000 / 3.6;

/// @name Values of a vehicle's position on its route
/// Without a route, they are those of a straight route ahead without an end. They do not allocate.
/// @{

/// Distance of the vehicle from the route, positive on its left. Before the start and after the end
/// it is the distance from the straight continuation of the route.
double cross_track_error_m(const RoutePlace& place, const Point& vehicle);
/// Angle from the direction of the route to the vehicle's heading, -pi to pi, positive to the left.
double heading_error_rad(const RoutePlace& place, double yaw_rad);
/// Distance to the end along the route; 0 after it. A closed route has no end: nothing_ahead_m.
double distance_to_end_m(const RoutePlace& place);
/// Distance from the start of the route along it; 0 without a route.
double distance_along_m(const RoutePlace& place);
/// Mean curvature of the route over the next ten metres, positive to the left.
double curvature_ahead_per_m(const RoutePlace& place);
/// The speed limit at the position.
double speed_limit_mps(const RoutePlace& place);
/// Whether the end is at most a metre away along the route, or the vehicle has passed it.
bool is_at_end(const RoutePlace& place);
/// @}

}  // namespace gateway
