// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>

namespace gateway {

/// What a controller is shown of the route: up to ten points from the start of the nearest segment
/// on, the rest zero.
struct Trajectory {
    static constexpr std::size_t size = 10;
    int length = 0;
    std::array<double, size> x_m{};
    std::array<double, size> y_m{};
};

}  // namespace gateway
