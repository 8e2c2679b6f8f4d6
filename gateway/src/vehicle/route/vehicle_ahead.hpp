// SPDX-License-Identifier: MIT
#pragma once

#include "route_place.hpp"

#include <gateway/base/seams.hpp>

#include <vector>

namespace gateway {

/// Position and velocity of another vehicle in the world frame.
struct OtherVehicle {
    Point place;
    Point velocity_mps;
};

/// Converts a vehicle's state to what other vehicles detect.
OtherVehicle as_other(const plant::State& state);

/// The nearest other vehicle ahead within half a lane width of the route; without a route, of the
/// straight line ahead of the vehicle. Does not allocate.
std::optional<VehicleAhead> nearest_ahead(const plant::State& own, const RoutePlace& place,
                                          const std::vector<OtherVehicle>& others);

/// The vehicle ahead and the ranges in all sectors. Does not allocate.
Surroundings surroundings(const plant::State& own, const RoutePlace& place,
                          const std::vector<OtherVehicle>& others);

}  // namespace gateway
