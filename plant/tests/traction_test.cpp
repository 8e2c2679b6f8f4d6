// SPDX-License-Identifier: MIT
#include "brake_runs.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace traction_test {

using namespace plant;

namespace {

VehicleParams with_traction() {
    VehicleParams vehicle;
    vehicle.brake_control.traction.enabled = true;
    return vehicle;
}

/// Full throttle from standstill.
Scenario full_throttle(Model model, double left, double right) {
    Scenario scenario;
    scenario.model = model;
    scenario.duration_s = 6.0;
    scenario.ground.friction = left;
    scenario.ground.split.enabled = true;
    scenario.ground.split.friction_right = right;
    ControlPoint point;
    point.command.throttle = 1.0;
    scenario.controls = {point};
    return scenario;
}

/// Largest sliding speed of the rear wheels after the first half second.
double largest_sliding_mps(const std::vector<Output>& outputs) {
    double most = 0.0;
    for (std::size_t i = 500; i < outputs.size(); ++i)
        for (const std::size_t wheel : {rear_left, rear_right})
            most = std::max(most,
                            outputs[i].wheel_radius_m * outputs[i].state.wheel_spin_radps[wheel] -
                                outputs[i].state.velocity_mps.x());
    return most;
}

}  // namespace

TEST_CASE("traction control limits the slip and uses the friction of the driven axle") {
    for (const Model model : controlled_models) {
        for (const double friction : {0.3, 0.15}) {
            const Scenario scenario = full_throttle(model, friction, friction);
            const auto with = outputs_of(scenario, with_traction());
            const auto without = outputs_of(scenario, VehicleParams{});
            CAPTURE(friction);
            CHECK(largest_sliding_mps(with) < 1.5);
            CHECK(largest_sliding_mps(without) > 5.0);
            // The rear axle carries a / l of the weight, and h / l of the inertia force.
            const BodyParams body;
            const double share = body.cg_to_front_axle_m / body.wheelbase_m;
            const double lever = body.cg_height_m / body.wheelbase_m;
            const double most_mps2 = gravity_mps2 * (friction * share / (1.0 - friction * lever) -
                                                     TyreParams{}.rolling_resistance);
            CHECK(with.back().state.velocity_mps.x() > 0.85 * most_mps2 * seconds(with.back()));
            CHECK(with.back().state.velocity_mps.x() > without.back().state.velocity_mps.x());
        }
    }
}

TEST_CASE(
    "on split friction traction control brakes the spinning wheel, and the other one drives") {
    for (const Model model : controlled_models) {
        Scenario scenario = full_throttle(model, 0.9, 0.1);
        scenario.duration_s = 4.0;  // later the car is on one side
        const auto with = outputs_of(scenario, with_traction());
        const auto without = outputs_of(scenario, VehicleParams{});
        CHECK(with[1000].traction_active == 1.0);
        CHECK(largest_sliding_mps(with) < 2.5);
        CHECK(largest_sliding_mps(without) > 20.0);
        CHECK(with[1000].brake_torque_nm[rear_right] > 100.0);
        CHECK(with[1000].brake_torque_nm[rear_left] == 0.0);
        CHECK(with.back().state.velocity_mps.x() > 2.0 * without.back().state.velocity_mps.x());
    }
}

TEST_CASE("traction control reduces the reported throttle, and acts in reverse too") {
    Scenario scenario = full_throttle(Model::seven_dof, 0.2, 0.2);
    scenario.controls.front().command.gear = Gear::reverse;
    const auto outputs = outputs_of(scenario, with_traction());
    CHECK(outputs[2000].throttle_applied < 0.7);
    CHECK(outputs[2000].throttle_applied > 0.0);
    const double rim_mps =
        outputs[2000].wheel_radius_m * outputs[2000].state.wheel_spin_radps[rear_left];
    CHECK(rim_mps - outputs[2000].state.velocity_mps.x() > -1.5);
    CHECK(outputs.back().state.velocity_mps.x() < -3.0);
}

TEST_CASE("traction control can be switched off and on while the car drives") {
    Scenario scenario = full_throttle(Model::seven_dof, 0.2, 0.2);
    ControlPoint off = scenario.controls.front();
    off.t_s = 2.0;
    off.command.traction_off = true;
    ControlPoint on = scenario.controls.front();
    on.t_s = 3.0;
    scenario.controls.insert(scenario.controls.end(), {off, on});
    const auto outputs = outputs_of(scenario, with_traction());
    CHECK(outputs[1999].traction_active == 1.0);
    CHECK(outputs[2900].traction_active == 0.0);
    CHECK(outputs[2900].throttle_applied == 1.0);
    CHECK(outputs[2900].slip_ratio[rear_left] > 3.0 * outputs[1999].slip_ratio[rear_left]);
    CHECK(outputs.back().traction_active == 1.0);
}

}  // namespace traction_test
