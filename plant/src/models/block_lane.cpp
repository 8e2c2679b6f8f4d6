// SPDX-License-Identifier: MIT
#include "models/block_lane.hpp"

#include <utility>

namespace plant {
namespace {

using BlockState = PlanarState<Lanes8, Quad>;
using BlockControl = ControlState<Lanes8, Quad>;
using BlockAsked = ControlInput<Lanes8>;

/// The scalar fields of a vehicle's state.
constexpr std::pair<Lanes8 BlockState::*, double OneState::*> scalars[] = {
    {&BlockState::x, &OneState::x},           {&BlockState::y, &OneState::y},
    {&BlockState::yaw, &OneState::yaw},       {&BlockState::vx, &OneState::vx},
    {&BlockState::vy, &OneState::vy},         {&BlockState::yaw_rate, &OneState::yaw_rate},
    {&BlockState::felt_x, &OneState::felt_x}, {&BlockState::felt_y, &OneState::felt_y}};

/// The fields of brake control: scalar ones, those of each wheel, and the input.
constexpr std::pair<Lanes8 BlockControl::*, double OneControlState::*> control_scalars[] = {
    {&BlockControl::reference, &OneControlState::reference},
    {&BlockControl::throttle_share, &OneControlState::throttle_share},
    {&BlockControl::traction_active, &OneControlState::traction_active},
    {&BlockControl::esc_active, &OneControlState::esc_active}};
constexpr std::pair<Quad BlockControl::*, Lanes OneControlState::*> control_wheels[] = {
    {&BlockControl::torque, &OneControlState::torque},
    {&BlockControl::rim, &OneControlState::rim},
    {&BlockControl::cycling, &OneControlState::cycling}};
constexpr std::pair<Lanes8 BlockAsked::*, double OneControlInput::*> control_inputs[] = {
    {&BlockAsked::drive, &OneControlInput::drive},
    {&BlockAsked::brake, &OneControlInput::brake},
    {&BlockAsked::handbrake, &OneControlInput::handbrake},
    {&BlockAsked::steer, &OneControlInput::steer},
    {&BlockAsked::abs_on, &OneControlInput::abs_on},
    {&BlockAsked::traction_on, &OneControlInput::traction_on},
    {&BlockAsked::esc_on, &OneControlInput::esc_on}};

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

void put_lane(BlockAsked& block, int lane, const OneControlInput& one) {
    for (const auto& [to, from] : control_inputs) (block.*to)[lane] = one.*from;
}

void put_lane(BlockControl& block, int lane, const OneControlState& one) {
    for (const auto& [to, from] : control_scalars) (block.*to)[lane] = one.*from;
    for (const auto& [to, from] : control_wheels)
        for (int w = 0; w < 4; ++w) (block.*to).wheel[w][lane] = (one.*from)[w];
}

OneControlState lane_of(const BlockControl& block, int lane) {
    OneControlState one;
    for (const auto& [from, to] : control_scalars) one.*to = (block.*from)[lane];
    for (const auto& [from, to] : control_wheels)
        for (int w = 0; w < 4; ++w) (one.*to)[w] = (block.*from).wheel[w][lane];
    return one;
}

void get_applied(const PlanarInput<Lanes8, Quad>& block, int lane, OneInput& one) {
    one.drive = block.drive[lane];
    for (int w = 0; w < 4; ++w) one.brake[w] = block.brake.wheel[w][lane];
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
