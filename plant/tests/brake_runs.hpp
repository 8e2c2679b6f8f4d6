// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace plant {

/// The models with brake control.
constexpr Model controlled_models[] = {Model::seven_dof, Model::fourteen_dof};

/// The sedan with all parts of the brake control on, and a rear-heavy one.
inline VehicleParams controlled_sedan() {
    return load_vehicle(std::string(PLANT_DATA) + "/brake_control/sedan.yaml");
}
inline VehicleParams rear_heavy_sedan() {
    return load_vehicle(std::string(PLANT_DATA) + "/brake_control/sedan_rear_load.yaml");
}

/// All outputs of a scenario, from the start on.
inline std::vector<Output> outputs_of(const Scenario& scenario, const VehicleParams& vehicle) {
    SessionConfig config;
    config.vehicle = vehicle;
    const auto session = make_session(scenario, config);
    std::vector<Output> outputs;
    REQUIRE(replay(scenario, *session, [&](const Output& o) { outputs.push_back(o); }) ==
            StepStatus::ok);
    return outputs;
}

/// A full brake in neutral from a speed, straight on.
inline Scenario full_brake(Model model, double friction, double speed_mps) {
    Scenario scenario;
    scenario.model = model;
    scenario.initial_speed_mps = speed_mps;
    scenario.duration_s = 3.0 + 1.3 * speed_mps / (friction * gravity_mps2);
    scenario.ground.friction = friction;
    ControlPoint point;
    point.command.brake = 1.0;
    point.command.gear = Gear::neutral;
    scenario.controls = {point};
    return scenario;
}

/// Index of the first output at or below a speed; the last one if there is none.
inline std::size_t slower_than(const std::vector<Output>& outputs, double speed_mps) {
    const auto at = std::find_if(outputs.begin(), outputs.end() - 1, [&](const Output& o) {
        return o.state.velocity_mps.x() <= speed_mps;
    });
    return static_cast<std::size_t>(at - outputs.begin());
}

inline double seconds(const Output& output) {
    return 1e-9 * static_cast<double>(output.sim_time.count());
}

inline bool locks(const Output& output) {
    const PerWheel& spin = output.state.wheel_spin_radps;
    return std::any_of(spin.begin(), spin.end(), [](double s) { return s <= 0.0; });
}

/// Largest change of heading while the car is faster than walking.
inline double largest_turn_rad(const std::vector<Output>& outputs) {
    double most = 0.0;
    for (const Output& o : outputs)
        if (o.state.velocity_mps.norm() > 1.0) most = std::max(most, std::abs(o.state.yaw_rad));
    return most;
}

}  // namespace plant
