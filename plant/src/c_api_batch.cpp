// SPDX-License-Identifier: MIT
#include "c_api.hpp"

#include <plant/batch.hpp>
#include "ground/contacts.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

struct plant_batch {
    plant::VehicleParams vehicle;
    std::unique_ptr<plant::Ground> ground;
    bool is_uniform;  ///< the ground is level and uniform; it is then queried only once
    std::vector<double> in_range;  ///< commands after limiting
    plant::Batch vehicles;
};

namespace plant::c_api {
namespace {

constexpr std::size_t most_vehicles = 1'000'000;

/// Whether the contacts do not depend on the position.
bool is_uniform(const Ground& ground) {
    return ground.is_plane() && ground.at(0.0, 0.0).normal == Eigen::Vector3d::UnitZ();
}

void query_ground(plant_batch& batch) {
    for (std::size_t i = 0; i < batch.vehicles.size(); ++i)
        batch.vehicles.set_ground(
            i, contacts_of(*batch.ground, batch.vehicle.body, batch.vehicles.state(i)));
}

plant_batch* create(const plant_config& config, std::size_t count) {
    if (count == 0 || count > most_vehicles)
        throw std::invalid_argument("count: must be 1 to 1000000");
    const Parts parts = read_parts(config);
    if (parts.model != Model::seven_dof)
        throw std::invalid_argument("model: must be seven_dof in a batch");
    if (config.actuator != nullptr || config.sensors != nullptr)
        throw std::invalid_argument("actuator, sensors: must be NULL, a batch has neither");
    const SessionConfig& session = parts.session;
    auto ground = create_ground(parts.ground);
    const bool uniform = is_uniform(*ground);
    auto batch = std::make_unique<plant_batch>(
        plant_batch{session.vehicle,
                    std::move(ground),
                    uniform,
                    {},
                    Batch(count, session.vehicle, session.tyre, session.solver)});
    batch->in_range.reserve(count * PLANT_BATCH_COMMANDS);
    query_ground(*batch);
    return batch.release();
}

void reset(plant_batch& batch, std::size_t index, const State& state) {
    if (!std::isfinite(state.position_m.sum() + state.yaw_rad + state.velocity_mps.x() +
                       state.wheel_spin_radps[0]))
        throw std::invalid_argument("state: must be finite");
    batch.vehicles.reset(index, state, contacts_of(*batch.ground, batch.vehicle.body, state));
}

void check_size(const char* name, std::size_t numbers, std::size_t rows, std::size_t columns) {
    if (numbers == rows * columns) return;
    throw std::invalid_argument(std::string(name) + ": must be " + std::to_string(rows * columns) +
                                ", is " + std::to_string(numbers));
}

bool is_in_range(const double* row, double max_steer_rad) {
    const double gear = row[PLANT_BATCH_GEAR];
    return std::abs(row[PLANT_BATCH_STEER_RAD]) <= max_steer_rad &&
           row[PLANT_BATCH_THROTTLE] >= 0.0 && row[PLANT_BATCH_THROTTLE] <= 1.0 &&
           row[PLANT_BATCH_BRAKE] >= 0.0 && row[PLANT_BATCH_BRAKE] <= 1.0 &&
           (gear == 1.0 || gear == 0.0 || gear == -1.0) &&
           std::isfinite(row[PLANT_BATCH_HANDBRAKE]);
}

/// Limits a row of commands to the ranges. @throws std::invalid_argument unless it is finite and
/// has a whole gear.
void limit(double* row, std::size_t index, double max_steer_rad) {
    const double gear = row[PLANT_BATCH_GEAR];
    if (!std::all_of(row, row + PLANT_BATCH_COMMANDS, [](double x) { return std::isfinite(x); }) ||
        gear != std::trunc(gear))
        throw std::invalid_argument("row " + std::to_string(index) +
                                    ": must be finite, with a whole gear");
    row[PLANT_BATCH_STEER_RAD] =
        std::clamp(row[PLANT_BATCH_STEER_RAD], -max_steer_rad, max_steer_rad);
    row[PLANT_BATCH_THROTTLE] = std::clamp(row[PLANT_BATCH_THROTTLE], 0.0, 1.0);
    row[PLANT_BATCH_BRAKE] = std::clamp(row[PLANT_BATCH_BRAKE], 0.0, 1.0);
    row[PLANT_BATCH_GEAR] = std::clamp(gear, -1.0, 1.0);
}

/// Returns the rows unchanged if all numbers are in range, otherwise a limited copy.
/// @throws std::invalid_argument as limit().
const double* limited(plant_batch& batch, const double* rows) {
    const std::size_t count = batch.vehicles.size();
    const double max_steer_rad = batch.vehicle.steering.max_angle_rad;
    std::size_t good = 0;
    while (good < count && is_in_range(rows + good * PLANT_BATCH_COMMANDS, max_steer_rad)) ++good;
    if (good == count) return rows;
    batch.in_range.assign(rows, rows + count * PLANT_BATCH_COMMANDS);
    for (std::size_t i = good; i < count; ++i)
        limit(batch.in_range.data() + i * PLANT_BATCH_COMMANDS, i, max_steer_rad);
    return batch.in_range.data();
}

int set_input(plant_batch& batch, const double* rows) {
    const double* const taken = limited(batch, rows);
    batch.vehicles.set_commands(taken);
    return taken == rows ? PLANT_OK : PLANT_CLAMPED;
}

/// @param kept_back number of vehicles that kept their state
/// @param otherwise the status if that is 0
int status_of(std::size_t kept_back, int otherwise) {
    if (kept_back == 0) return otherwise;
    const std::string reason =
        "vehicles that kept their state, because the step would not be finite or roll them over: " +
        std::to_string(kept_back);
    return record(PLANT_NOT_FINITE, reason.c_str());
}

void check_duration(SimDuration duration) {
    if (duration.count() <= 0) throw std::invalid_argument("duration_ns: must be greater than 0");
}

int tick(plant_batch& batch, SimDuration duration) {
    check_duration(duration);
    if (!batch.is_uniform) query_ground(batch);
    return status_of(batch.vehicles.step(duration), PLANT_OK);
}

int step(plant_batch& batch, const double* commands, SimDuration duration, double* states) {
    check_duration(duration);
    const double* const taken = limited(batch, commands);
    if (!batch.is_uniform) query_ground(batch);
    return status_of(batch.vehicles.step(taken, duration, states),
                     taken == commands ? PLANT_OK : PLANT_CLAMPED);
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
        if (index >= batch.vehicles.size()) return refused("index: no vehicle has this index");
        reset(batch, index, plant::rolling_state(batch.vehicle, x_m, y_m, yaw_rad, vx_mps));
        return int{PLANT_OK};
    });
}

int plant_batch_set_input(plant_batch* b, const double* commands, size_t numbers) {
    return guarded([&] {
        plant_batch& batch = needed(b, "batch");
        const double& first = needed(commands, "commands");
        check_size("numbers", numbers, batch.vehicles.size(), PLANT_BATCH_COMMANDS);
        return set_input(batch, &first);
    });
}

int plant_batch_tick(plant_batch* batch, int64_t duration_ns) {
    return guarded([&] { return tick(needed(batch, "batch"), plant::SimDuration{duration_ns}); });
}

int plant_batch_get_state(const plant_batch* batch, double* states, size_t numbers) {
    return guarded([&] {
        const plant::Batch& vehicles = needed(batch, "batch").vehicles;
        double& first = needed(states, "states");
        check_size("numbers", numbers, vehicles.size(), PLANT_BATCH_STATES);
        vehicles.get_states(&first);
        return int{PLANT_OK};
    });
}

int plant_batch_step(plant_batch* b, const double* commands, size_t command_numbers,
                     int64_t duration_ns, double* states, size_t state_numbers) {
    return guarded([&] {
        plant_batch& batch = needed(b, "batch");
        const double& first_command = needed(commands, "commands");
        double& first_state = needed(states, "states");
        const std::size_t count = batch.vehicles.size();
        check_size("command_numbers", command_numbers, count, PLANT_BATCH_COMMANDS);
        check_size("state_numbers", state_numbers, count, PLANT_BATCH_STATES);
        return step(batch, &first_command, plant::SimDuration{duration_ns}, &first_state);
    });
}
