// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/controlled_stepper.hpp"
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"

namespace plant {

constexpr std::size_t block_lanes = 8;

// Copy the values of one vehicle to or from a lane of a block. @pre 0 <= lane < block_lanes
void put_lane(PlanarState<Lanes8, Quad>& block, int lane, const OneState& one);
void put_lane(PlanarInput<Lanes8, Quad>& block, int lane, const OneInput& one);
void put_lane(ControlInput<Lanes8>& block, int lane, const OneControlInput& one);
void put_lane(ControlState<Lanes8, Quad>& block, int lane, const OneControlState& one);
OneState lane_of(const PlanarState<Lanes8, Quad>& block, int lane);
/// The brakes and the drive that brake control has applied.
void get_applied(const PlanarInput<Lanes8, Quad>& block, int lane, OneInput& one);
OneControlState lane_of(const ControlState<Lanes8, Quad>& block, int lane);

}  // namespace plant
