// SPDX-License-Identifier: MIT
#pragma once

#include "minimise.hpp"

#include <cstddef>
#include <cstdint>

namespace gateway::campaign {

/// Minimises over the unit cube by the evolution strategy with covariance matrix adaptation of
/// N. Hansen, "The CMA Evolution Strategy: A Tutorial" (arXiv 1604.00772), with its default
/// parameters and no negative weights. It begins at a random point with a step of 0.5; points
/// outside of the cube are moved to its surface. When a population has converged to a
/// ten-thousandth of the cube, or all its values are equal, the strategy restarts at another point
/// with a population of twice the size (A. Auger and N. Hansen, "A restart CMA evolution strategy
/// with increasing population size", 2005).
/// @param seed,start determine its random numbers
/// @pre dimensions is not 0
void minimise_by_cma_es(std::size_t dimensions, std::uint64_t seed, std::uint64_t start,
                        const Objective& objective);

}  // namespace gateway::campaign
