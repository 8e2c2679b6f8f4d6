// SPDX-License-Identifier: MIT
#include <plant/batch.hpp>

#include "dynamics/attitude.hpp"
#include "dynamics/block_lane.hpp"
#include "dynamics/planar_forces.hpp"
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/step_check.hpp"
#include "dynamics/substeps.hpp"

#include <cmath>
#include <vector>

namespace plant {
struct Batch::Parts {
    VehicleParams vehicle;
    SolverParams solver;
    PlanarConstants constants;
    PlanarInputMaker inputs;
    BatchStepper* stepper = nullptr;
    std::size_t size = 0;
    std::vector<BatchBlock> blocks;
    std::vector<RoadPlane> roads;
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
    parts_->roads.resize(block_lanes * parts_->blocks.size());
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
    const OneInput input = parts_->inputs.make(Command{}, contacts);
    put_lane(parts_->blocks[index / block_lanes].state, static_cast<int>(index % block_lanes),
             planar_start(parts_->constants, state, input));
    set_input(index, Command{}, contacts);
}

void Batch::set_input(std::size_t index, const Command& command, const Contacts& contacts) {
    const auto lane = static_cast<int>(index % block_lanes);
    BatchBlock& block = parts_->blocks[index / block_lanes];
    put_lane(block.input, lane, parts_->inputs.make(command, contacts));
    parts_->roads[index] = road_plane(contacts, parts_->vehicle.body, block.state.x[lane],
                                      block.state.y[lane], block.state.yaw[lane]);
}

State Batch::state(std::size_t index) const {
    const PlanarState<Lanes8, Quad>& s = parts_->blocks[index / block_lanes].state;
    const auto lane = static_cast<int>(index % block_lanes);
    State state;
    state.position_m = {
        s.x[lane], s.y[lane],
        parts_->roads[index].height_m(s.x[lane], s.y[lane]) + parts_->vehicle.body.cg_height_m};
    state.yaw_rad = wrapped(s.yaw[lane]);
    state.velocity_mps = {s.vx[lane], s.vy[lane], 0.0};
    state.angular_velocity_radps = {0.0, 0.0, s.yaw_rate[lane]};
    for (std::size_t w = 0; w < 4; ++w) state.wheel_spin_radps[w] = s.spin.wheel[w][lane];
    return state;
}

std::size_t Batch::step(SimDuration duration) {
    const Substeps substeps = divide(duration, parts_->solver.max_step);
    if (substeps.count == 0) return 0;
    return parts_->stepper(parts_->constants, parts_->solver.integrator, substeps.length_s,
                           substeps.count, parts_->blocks.data(), parts_->blocks.size());
}

}  // namespace plant
