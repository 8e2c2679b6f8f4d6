// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"

namespace plant {

constexpr std::size_t block_lanes = 8;

// Copy the values of one vehicle to or from a lane of a block. @pre 0 <= lane < block_lanes
void put_lane(PlanarState<Lanes8, Quad>& block, int lane, const OneState& one);
void put_lane(PlanarInput<Lanes8, Quad>& block, int lane, const OneInput& one);
OneState lane_of(const PlanarState<Lanes8, Quad>& block, int lane);

}  // namespace plant
