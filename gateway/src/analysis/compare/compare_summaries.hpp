// SPDX-License-Identifier: MIT
#pragma once

#include "comparison.hpp"

namespace gateway {

/// By the path of each key, such as `vehicle.x_m` or `programs[0].cycles`; `timing`, which holds
/// what differs from run to run, is left out.
/// @throws std::invalid_argument
Comparison compare_summaries(const std::string& a, const std::string& b,
                             const Tolerances& tolerances);

}  // namespace gateway
