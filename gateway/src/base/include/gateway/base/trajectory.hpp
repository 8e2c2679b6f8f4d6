// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace gateway {

class Route;

/// The distance that is reported if there is no vehicle ahead.
constexpr double nothing_ahead_m = 1e6;

/// The position on a route that is nearest to the vehicle.
struct RoutePlace {
    const Route* route = nullptr;  ///< null if there is no route
    std::size_t segment = 0;       ///< index; the segment from point `segment` to the next
    double t = 0;                  ///< position on the segment, 0 (start) to 1 (end)
};

/// The part of the route that a controller gets: up to ten points, beginning with the start of the
/// nearest segment. Unused points are zero.
struct Trajectory {
    static constexpr std::size_t size = 10;  ///< most points
    int length = 0;                          ///< number of points
    std::array<double, size> x_m{};          ///< in the world frame
    std::array<double, size> y_m{};          ///< in the world frame
    RoutePlace nearest;                      ///< nearest to the vehicle
};

}  // namespace gateway
