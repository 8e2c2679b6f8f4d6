// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>

#include <algorithm>

namespace plant {

/// As std::clamp to +-limit, without a branch.
inline double within(double value, double limit) {
    return std::min(std::max(value, -limit), limit);
}

/// 1 or -1; for zero 1.
inline double sign(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

/// Inverse time constant of a first-order lag; a time constant below 0.03 s counts as 0.03 s.
inline double inverse_time_per_s(const LagParams& lag) {
    constexpr double shortest_s = 0.03;
    return 1.0 / std::max(lag.time_constant_s, shortest_s);
}

}  // namespace plant
