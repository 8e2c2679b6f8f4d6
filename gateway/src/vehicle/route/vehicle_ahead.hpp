// SPDX-License-Identifier: MIT
#pragma once

#include "route_place.hpp"

#include <gateway/base/seams.hpp>

#include <vector>

namespace gateway {

/// Where another vehicle is and how it moves, in the world's frame.
struct OtherVehicle {
    Point place;
    Point velocity_mps;
};

/// As others see a vehicle.
OtherVehicle as_other(const plant::State& state);

/// The nearest of the others that is ahead, within half a lane of the route; without a route,
/// of the vehicle's own straight line. Allocates nothing.
std::optional<VehicleAhead> nearest_ahead(const plant::State& own, const RoutePlace& place,
                                          const std::vector<OtherVehicle>& others);

/// That, and how far the others are all around. Allocates nothing.
Surroundings surroundings(const plant::State& own, const RoutePlace& place,
                          const std::vector<OtherVehicle>& others);

}  // namespace gateway
