// SPDX-License-Identifier: MIT
#include "c_api.hpp"
#include "command_limits.hpp"

#include <plant/batch.hpp>
#include "ground/contacts.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

struct plant_batch {
    plant::VehicleParams vehicle;
    std::unique_ptr<plant::Ground> ground;
    std::vector<plant::Command> commands;
    std::vector<plant::Command> wanted;  ///< those that are being looked at
    plant::Batch vehicles;
};

namespace plant::c_api {
namespace {

constexpr std::size_t most_vehicles = 1'000'000;

plant_batch* create(const plant_config& config, std::size_t count) {
    if (count == 0 || count > most_vehicles)
        throw std::invalid_argument("count: must be 1 to 1000000");
    const Parts parts = read_parts(config);
    if (parts.model != Model::seven_dof)
        throw std::invalid_argument("model: must be seven_dof in a batch");
    if (config.actuator != nullptr || config.sensors != nullptr)
        throw std::invalid_argument("actuator, sensors: must be NULL, a batch has neither");
    const SessionConfig& session = parts.session;
    return new plant_batch{session.vehicle, create_ground(parts.ground),
                           std::vector<Command>(count), std::vector<Command>(count),
                           Batch(count, session.vehicle, session.tyre, session.solver)};
}

void reset(plant_batch& batch, std::size_t index, const State& state) {
    if (!std::isfinite(state.position_m.sum() + state.yaw_rad + state.velocity_mps.x() +
                       state.wheel_spin_radps[0]))
        throw std::invalid_argument("state: must be finite");
    batch.vehicles.reset(index, state, contacts_of(*batch.ground, batch.vehicle.body, state));
    batch.commands[index] = Command{};
}

void check_size(std::size_t numbers, std::size_t rows, std::size_t columns) {
    if (numbers == rows * columns) return;
    throw std::invalid_argument("numbers: must be " + std::to_string(rows * columns) + ", is " +
                                std::to_string(numbers));
}

/// @throws std::invalid_argument unless it is finite and has a whole gear.
Command command_of(const double* row, std::size_t index) {
    const double gear = std::clamp(row[PLANT_BATCH_GEAR], -2.0, 2.0);
    Command command{row[PLANT_BATCH_STEER_RAD], row[PLANT_BATCH_THROTTLE], row[PLANT_BATCH_BRAKE]};
    const bool whole = gear == std::trunc(gear);
    if (!whole || !is_finite(command) || !std::isfinite(row[PLANT_BATCH_HANDBRAKE]))
        throw std::invalid_argument("row " + std::to_string(index) +
                                    ": must be finite, with a whole gear");
    command.gear = static_cast<Gear>(static_cast<int>(gear));
    command.handbrake = row[PLANT_BATCH_HANDBRAKE] != 0.0;
    return command;
}

int set_input(plant_batch& batch, const double* rows, std::size_t numbers) {
    check_size(numbers, batch.commands.size(), PLANT_BATCH_COMMANDS);
    bool clamped = false;
    for (std::size_t i = 0; i < batch.wanted.size(); ++i) {
        batch.wanted[i] = command_of(rows + i * PLANT_BATCH_COMMANDS, i);
        clamped |= limit(batch.wanted[i], batch.vehicle.steering.max_angle_rad);
    }
    batch.commands = batch.wanted;
    return clamped ? PLANT_CLAMPED : PLANT_OK;
}

int tick(plant_batch& batch, SimDuration duration) {
    if (duration.count() <= 0) return refused("duration_ns: must be greater than 0");
    for (std::size_t i = 0; i < batch.commands.size(); ++i) {
        const State state = batch.vehicles.state(i);
        batch.vehicles.set_input(i, batch.commands[i],
                                 contacts_of(*batch.ground, batch.vehicle.body, state));
    }
    const std::size_t kept_back = batch.vehicles.step(duration);
    if (kept_back == 0) return PLANT_OK;
    const std::string reason =
        std::to_string(kept_back) + " vehicles: would not be finite, or roll over";
    return record(PLANT_NOT_FINITE, reason.c_str());
}

void write_state(const State& s, double* row) {
    row[PLANT_BATCH_X_M] = s.position_m.x();
    row[PLANT_BATCH_Y_M] = s.position_m.y();
    row[PLANT_BATCH_Z_M] = s.position_m.z();
    row[PLANT_BATCH_YAW_RAD] = s.yaw_rad;
    row[PLANT_BATCH_VX_MPS] = s.velocity_mps.x();
    row[PLANT_BATCH_VY_MPS] = s.velocity_mps.y();
    row[PLANT_BATCH_YAW_RATE_RADPS] = s.angular_velocity_radps.z();
    std::copy(s.wheel_spin_radps.begin(), s.wheel_spin_radps.end(), row + PLANT_BATCH_SPIN_RADPS);
}

}  // namespace
}  // namespace plant::c_api

using namespace plant::c_api;

plant_batch* plant_batch_create(const plant_config* config, size_t count) {
    return guarded_pointer([&] {
        plant_config full;
        plant_config_init(&full);
        if (config != nullptr) full = over_defaults(config, plant_config_init, "config");
        return create(full, count);
    });
}

void plant_batch_destroy(plant_batch* batch) {
    delete batch;
}

int plant_batch_reset(plant_batch* b, size_t index, double x_m, double y_m, double yaw_rad,
                      double vx_mps) {
    return guarded([&] {
        plant_batch& batch = needed(b, "batch");
        if (index >= batch.commands.size()) return refused("index: there is no such vehicle");
        reset(batch, index, plant::rolling_state(batch.vehicle, x_m, y_m, yaw_rad, vx_mps));
        return int{PLANT_OK};
    });
}

int plant_batch_set_input(plant_batch* batch, const double* commands, size_t numbers) {
    return guarded(
        [&] { return set_input(needed(batch, "batch"), &needed(commands, "commands"), numbers); });
}

int plant_batch_tick(plant_batch* batch, int64_t duration_ns) {
    return guarded([&] { return tick(needed(batch, "batch"), plant::SimDuration{duration_ns}); });
}

int plant_batch_get_state(const plant_batch* batch, double* states, size_t numbers) {
    return guarded([&] {
        const plant::Batch& vehicles = needed(batch, "batch").vehicles;
        double* const rows = &needed(states, "states");
        check_size(numbers, vehicles.size(), PLANT_BATCH_STATES);
        for (std::size_t i = 0; i < vehicles.size(); ++i)
            write_state(vehicles.state(i), rows + i * PLANT_BATCH_STATES);
        return int{PLANT_OK};
    });
}
