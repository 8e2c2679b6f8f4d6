// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/block_lane.hpp"
#include "dynamics/four_wheeler.hpp"

#include <cstddef>

namespace plant {

/// Does compute() of up to block_lanes vehicles at once, each in a lane of vector registers, to the
/// bit. Preconditions: the vehicles share a model, which is planar; the steps are of one duration.
void compute_together(FourWheeler* const* vehicles, FourWheeler::Step* steps, std::size_t count);

}  // namespace plant
