// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/design/distribution.hpp"

#include <vector>

namespace gateway::campaign {

/// The values from a parameter's nominal one, which is the first, to another, which is the last:
/// of numbers those between at equal decimal distances, 100 to 1000 of them or, where the parameter
/// has whole numbers alone, all of these; of some values the numbers among them that are between.
/// Of what is no number there is nothing between.
std::vector<Distribution::Value> ladder(const Distribution& distribution,
                                        const Distribution::Value& nominal,
                                        const Distribution::Value& to);

}  // namespace gateway::campaign
