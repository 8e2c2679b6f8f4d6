// SPDX-License-Identifier: MIT
#include "dynamics/block_lane.hpp"

#include <utility>

namespace plant {
namespace {

using BlockState = PlanarState<Lanes8, Quad>;

/// The scalar fields of a vehicle's state.
constexpr std::pair<Lanes8 BlockState::*, double OneState::*> scalars[] = {
    {&BlockState::x, &OneState::x},           {&BlockState::y, &OneState::y},
    {&BlockState::yaw, &OneState::yaw},       {&BlockState::vx, &OneState::vx},
    {&BlockState::vy, &OneState::vy},         {&BlockState::yaw_rate, &OneState::yaw_rate},
    {&BlockState::felt_x, &OneState::felt_x}, {&BlockState::felt_y, &OneState::felt_y}};

}  // namespace

void put_lane(BlockState& block, int lane, const OneState& one) {
    for (const auto& [to, from] : scalars) (block.*to)[lane] = one.*from;
    for (int w = 0; w < 4; ++w) {
        block.spin.wheel[w][lane] = one.spin[w];
        block.slip_x.wheel[w][lane] = one.slip_x[w];
        block.slip_y.wheel[w][lane] = one.slip_y[w];
    }
}

void put_lane(PlanarInput<Lanes8, Quad>& block, int lane, const OneInput& one) {
    block.drive[lane] = one.drive;
    block.nx[lane] = one.nx;
    block.ny[lane] = one.ny;
    block.nz[lane] = one.nz;
    for (int w = 0; w < 4; ++w) {
        block.brake.wheel[w][lane] = one.brake[w];
        block.cos_steer.wheel[w][lane] = one.cos_steer[w];
        block.sin_steer.wheel[w][lane] = one.sin_steer[w];
        block.friction.wheel[w][lane] = one.friction[w];
        block.torque.wheel[w][lane] = one.torque[w];
    }
}

OneState lane_of(const BlockState& block, int lane) {
    OneState one;
    for (const auto& [from, to] : scalars) one.*to = (block.*from)[lane];
    for (int w = 0; w < 4; ++w) {
        one.spin[w] = block.spin.wheel[w][lane];
        one.slip_x[w] = block.slip_x.wheel[w][lane];
        one.slip_y[w] = block.slip_y.wheel[w][lane];
    }
    return one;
}

}  // namespace plant
