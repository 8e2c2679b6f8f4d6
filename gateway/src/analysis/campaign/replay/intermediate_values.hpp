// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/design/distribution.hpp"

#include <vector>

namespace gateway::campaign {

/// The values of a parameter from its nominal value to another one, both included. Between them
/// are, for a distribution of numbers, 100 to 1000 numbers at equal decimal distances (whole
/// numbers if the parameter has only these); for a list of values, its numbers between the two.
/// There is nothing between values that are not numbers.
std::vector<Distribution::Value> intermediate_values(const Distribution& distribution,
                                                     const Distribution::Value& nominal,
                                                     const Distribution::Value& to);

}  // namespace gateway::campaign
