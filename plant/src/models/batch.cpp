// SPDX-License-Identifier: MIT
#include <plant/batch.hpp>

#include <plant/plant_c.h>
#include "dynamics/attitude.hpp"
#include "dynamics/planar_forces.hpp"
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/step_check.hpp"
#include "dynamics/substeps.hpp"
#include "models/block_lane.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace plant {
namespace {

/// What a block's input and height were made from.
struct BlockOrigins {
    Lanes8 steer_rad;  ///< cos_steer, sin_steer
    Lanes8 road_m;     ///< height of each vehicle's road plane at the world's origin
};

/// Height of the road below each vehicle of a block.
Lanes8 road_height_m(const BatchBlock& block, const Lanes8& road_m) {
    const auto& [s, in] = block;
    return road_m - (in.nx * s.x + in.ny * s.y) / in.nz;
}

// The first `count` vehicles of a block, 1 to block_lanes, and as many rows with the columns of
// plant_c.h.

/// wrapped() of each; most are inside already.
void wrap_lanes(Lanes8& yaw) {
    constexpr double almost_pi = 3.1415926535;
    if (!any(absolute(yaw) > splat<Lanes8>(almost_pi))) return;
    for (std::size_t i = 0; i < 8; ++i) yaw[i] = wrapped(yaw[i]);
}

/// Holds commands that are finite and within their ranges; the ground stays.
void put_command_rows(const PlanarInputMaker& inputs, const double* rows, std::size_t count,
                      BatchBlock& block, BlockOrigins& origins) {
    PedalLanes pedals{};
    Lanes8 steer_rad{};
    for (std::size_t i = 0; i < count; ++i, rows += PLANT_BATCH_COMMANDS) {
        steer_rad[i] = rows[PLANT_BATCH_STEER_RAD];
        pedals.drive[i] = rows[PLANT_BATCH_THROTTLE] * rows[PLANT_BATCH_GEAR];
        pedals.brake[i] = rows[PLANT_BATCH_BRAKE];
        pedals.handbrake[i] = rows[PLANT_BATCH_HANDBRAKE] != 0.0 ? 1.0 : 0.0;
    }
    inputs.put(pedals, block.input);
    if (!any(steer_rad != origins.steer_rad)) return;
    inputs.put_steer(steer_rad, block.input);
    origins.steer_rad = steer_rad;
}

/// As put_command_rows for brake control, all parts of which stay on.
void put_asked_rows(const double* rows, std::size_t count, ControlBlock& block) {
    for (std::size_t i = 0; i < count; ++i, rows += PLANT_BATCH_COMMANDS) {
        block.input.drive[i] = rows[PLANT_BATCH_THROTTLE] * rows[PLANT_BATCH_GEAR];
        block.input.brake[i] = rows[PLANT_BATCH_BRAKE];
        block.input.handbrake[i] = rows[PLANT_BATCH_HANDBRAKE] != 0.0 ? 1.0 : 0.0;
        block.input.steer[i] = std::tan(rows[PLANT_BATCH_STEER_RAD]);
    }
}

/// @param cg_height_m of the centre of gravity above the road
void get_state_rows(const BatchBlock& block, const BlockOrigins& origins, double cg_height_m,
                    double* rows, std::size_t count) {
    const auto& s = block.state;
    const Lanes8 z = road_height_m(block, origins.road_m) + cg_height_m;
    Lanes8 yaw = s.yaw;
    wrap_lanes(yaw);
    for (std::size_t i = 0; i < count; ++i, rows += PLANT_BATCH_STATES) {
        rows[PLANT_BATCH_X_M] = s.x[i];
        rows[PLANT_BATCH_Y_M] = s.y[i];
        rows[PLANT_BATCH_Z_M] = z[i];
        rows[PLANT_BATCH_YAW_RAD] = yaw[i];
        rows[PLANT_BATCH_VX_MPS] = s.vx[i];
        rows[PLANT_BATCH_VY_MPS] = s.vy[i];
        rows[PLANT_BATCH_YAW_RATE_RADPS] = s.yaw_rate[i];
        for (std::size_t w = 0; w < 4; ++w) rows[PLANT_BATCH_SPIN_RADPS + w] = s.spin.wheel[w][i];
    }
}

constexpr std::size_t command_columns = PLANT_BATCH_COMMANDS;
constexpr std::size_t state_columns = PLANT_BATCH_STATES;

}  // namespace

struct Batch::Parts {
    /// Number of vehicles of a block; the last block may be partly filled.
    std::size_t vehicles_of(std::size_t block) const {
        return std::min(block_lanes, size - block * block_lanes);
    }
    void put_commands(std::size_t block, const double* rows) {
        const double* first = rows + block * block_lanes * command_columns;
        put_command_rows(inputs, first, vehicles_of(block), blocks[block], origins[block]);
        if (!controls.empty()) put_asked_rows(first, vehicles_of(block), controls[block]);
    }
    void get_states(std::size_t block, double* rows) const {
        get_state_rows(blocks[block], origins[block], vehicle.body.cg_height_m,
                       rows + block * block_lanes * state_columns, vehicles_of(block));
    }
    std::size_t step(const Substeps& steps, std::size_t first, std::size_t count) {
        if (!controls.empty())
            return controlled_stepper(constants, control, solver.integrator, steps.length_s,
                                      steps.count, &blocks[first], &controls[first], count);
        return stepper(constants, solver.integrator, steps.length_s, steps.count, &blocks[first],
                       count);
    }

    VehicleParams vehicle;
    SolverParams solver;
    PlanarConstants constants;
    PlanarInputMaker inputs;
    BatchStepper* stepper = nullptr;
    std::size_t size = 0;
    ControlConstants control;
    ControlledBatchStepper* controlled_stepper = nullptr;
    std::vector<ControlBlock> controls;  ///< empty without brake control
    std::vector<BatchBlock> blocks;
    std::vector<BlockOrigins> origins;
};

Batch::Batch(std::size_t size, const VehicleParams& vehicle, const TyreParams& tyre,
             const SolverParams& solver)
    : parts_(std::make_unique<Parts>()) {
    validate(vehicle);
    validate(tyre);
    validate(solver);
    require_stable_steps(vehicle, tyre, solver, Tracks::two, false);
    parts_->stepper = batch_stepper(instruction_set());
    parts_->vehicle = vehicle;
    parts_->solver = solver;
    parts_->constants = prepare_planar(vehicle, tyre, Tracks::two, solver);
    parts_->inputs = PlanarInputMaker(vehicle, parts_->constants);
    parts_->size = size;
    parts_->blocks.resize((size + block_lanes - 1) / block_lanes);
    parts_->origins.resize(parts_->blocks.size());
    parts_->control = prepare_control(vehicle);
    parts_->controlled_stepper = controlled_batch_stepper(instruction_set());
    if (vehicle.brake_control.any()) parts_->controls.resize(parts_->blocks.size());
    for (std::size_t i = 0; i < block_lanes * parts_->blocks.size(); ++i)
        reset(i, State{}, Contacts{});
}

Batch::~Batch() = default;
Batch::Batch(Batch&&) noexcept = default;
Batch& Batch::operator=(Batch&&) noexcept = default;

std::size_t Batch::size() const {
    return parts_->size;
}

void Batch::reset(std::size_t index, const State& state, const Contacts& contacts) {
    const auto lane = static_cast<int>(index % block_lanes);
    const std::size_t block = index / block_lanes;
    const OneInput input = parts_->inputs.make(Command{}, contacts);
    const OneState start = planar_start(parts_->constants, state, input);
    put_lane(parts_->blocks[block].state, lane, start);
    if (!parts_->controls.empty())
        put_lane(parts_->controls[block].state, lane, control_start(parts_->constants, start));
    set_input(index, Command{}, contacts);
}

void Batch::set_input(std::size_t index, const Command& command, const Contacts& contacts) {
    const auto lane = static_cast<int>(index % block_lanes);
    const std::size_t block = index / block_lanes;
    put_lane(parts_->blocks[block].input, lane, parts_->inputs.make(command, contacts));
    parts_->origins[block].steer_rad[lane] = command.steer_rad;
    if (!parts_->controls.empty())
        put_lane(parts_->controls[block].input, lane, control_input(command));
    set_ground(index, contacts);
}

void Batch::set_ground(std::size_t index, const Contacts& contacts) {
    const std::size_t lane = index % block_lanes;
    auto& [state, in] = parts_->blocks[index / block_lanes];
    const RoadPlane road =
        road_plane(contacts, parts_->vehicle.body, state.x[lane], state.y[lane], state.yaw[lane]);
    in.nx[lane] = road.normal.x();
    in.ny[lane] = road.normal.y();
    in.nz[lane] = road.normal.z();
    for (std::size_t w = 0; w < 4; ++w) in.friction.wheel[w][lane] = contacts[w].friction;
    parts_->origins[index / block_lanes].road_m[lane] = road.origin_m;
}

State Batch::state(std::size_t index) const {
    const BatchBlock& block = parts_->blocks[index / block_lanes];
    const PlanarState<Lanes8, Quad>& s = block.state;
    const std::size_t lane = index % block_lanes;
    const Lanes8 road_m = road_height_m(block, parts_->origins[index / block_lanes].road_m);
    State state;
    state.position_m = {s.x[lane], s.y[lane], road_m[lane] + parts_->vehicle.body.cg_height_m};
    state.yaw_rad = wrapped(s.yaw[lane]);
    state.velocity_mps = {s.vx[lane], s.vy[lane], 0.0};
    state.angular_velocity_radps = {0.0, 0.0, s.yaw_rate[lane]};
    for (std::size_t w = 0; w < 4; ++w) state.wheel_spin_radps[w] = s.spin.wheel[w][lane];
    return state;
}

void Batch::set_commands(const double* rows) {
    for (std::size_t i = 0; i < parts_->blocks.size(); ++i) parts_->put_commands(i, rows);
}

void Batch::get_states(double* rows) const {
    for (std::size_t i = 0; i < parts_->blocks.size(); ++i) parts_->get_states(i, rows);
}

std::size_t Batch::step(SimDuration duration) {
    const Substeps substeps = divide(duration, parts_->solver.max_step);
    return substeps.count == 0 ? 0 : parts_->step(substeps, 0, parts_->blocks.size());
}

std::size_t Batch::step(const double* commands, SimDuration duration, double* states) {
    const Substeps substeps = divide(duration, parts_->solver.max_step);
    std::size_t kept_back = 0;
    for (std::size_t i = 0; i < parts_->blocks.size(); ++i) {
        parts_->put_commands(i, commands);
        if (substeps.count != 0) kept_back += parts_->step(substeps, i, 1);
        parts_->get_states(i, states);
    }
    return kept_back;
}

}  // namespace plant
