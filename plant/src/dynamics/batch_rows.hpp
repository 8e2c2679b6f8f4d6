// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"

#include <cstddef>

namespace plant {

/// What a block's input and height were made from.
struct BlockOrigins {
    Lanes8 steer_rad;  ///< cos_steer, sin_steer
    Lanes8 road_m;     ///< height of each vehicle's road plane at the world's origin
};

/// Height of the road below each vehicle of a block.
inline Lanes8 road_height_m(const BatchBlock& block, const Lanes8& road_m) {
    const auto& [s, in] = block;
    return road_m - (in.nx * s.x + in.ny * s.y) / in.nz;
}

// The first `count` vehicles of a block, 1 to block_lanes, and as many rows with the columns of
// plant_c.h.

/// Holds commands that are finite and within their ranges; the ground stays.
void put_command_rows(const PlanarInputMaker& inputs, const double* rows, std::size_t count,
                      BatchBlock& block, BlockOrigins& origins);

/// @param cg_height_m of the centre of gravity above the road
void get_state_rows(const BatchBlock& block, const BlockOrigins& origins, double cg_height_m,
                    double* rows, std::size_t count);

}  // namespace plant
