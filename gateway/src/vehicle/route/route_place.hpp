// SPDX-License-Identifier: MIT
#pragma once

#include "route.hpp"

namespace gateway {

/// A speed limit where there is none, 1000 km/h.
constexpr double no_speed_limit_mps = 1000 / 3.6;

/// What a vehicle's place on its route tells; without a route as if it were on one that is straight
/// ahead and has no end. Computed when they are asked for; they allocate nothing.
/// @{

/// Of a vehicle from the route, positive on its left. Before the start and behind the end it is the
/// distance from the route's straight continuation.
double cross_track_error_m(const RoutePlace& place, const Point& vehicle);
/// From the direction of the route to that of the vehicle, -pi to pi, positive to the left.
double heading_error_rad(const RoutePlace& place, double yaw_rad);
/// Along the route; 0 behind its end.
double distance_to_end_m(const RoutePlace& place);
/// How much the route turns over the next ten metres, by their length; positive to the left.
double curvature_ahead_per_m(const RoutePlace& place);
double speed_limit_mps(const RoutePlace& place);
/// The end is no more than a metre away along the route, or the vehicle is behind it.
bool is_at_end(const RoutePlace& place);
/// @}

}  // namespace gateway
