// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace gateway {

class Route;

/// A distance to what there is not.
constexpr double nothing_ahead_m = 1e6;

/// The place of a route that is nearest to the vehicle.
struct RoutePlace {
    const Route* route = nullptr;  ///< null: there is none
    std::size_t segment = 0;       ///< from point `segment` to the next
    double t = 0;                  ///< 0 to 1 along the segment
};

/// What a controller is shown of the route: up to ten points from the start of the nearest segment
/// on, the rest zero.
struct Trajectory {
    static constexpr std::size_t size = 10;
    int length = 0;
    std::array<double, size> x_m{};
    std::array<double, size> y_m{};
    RoutePlace nearest;
};

}  // namespace gateway
