// SPDX-License-Identifier: MIT
#include "brake_runs.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace abs_test {

using namespace plant;

namespace {

constexpr double kmh = 1.0 / 3.6;

VehicleParams only_abs() {
    VehicleParams vehicle;
    vehicle.brake_control.lag.enabled = true;
    vehicle.brake_control.abs.enabled = true;
    return vehicle;
}

Scenario split_brake(Model model, double left, double right, double speed_mps) {
    Scenario scenario = full_brake(model, left, speed_mps);
    scenario.duration_s = 6.0;
    scenario.ground.split.enabled = true;
    scenario.ground.split.friction_right = right;
    scenario.ground.split.transition_m = 0.0;
    return scenario;
}

/// Mean of the largest friction that the tyres could use, weighted with their loads.
double usable_friction(const Output& o) {
    double force = 0.0, load = 0.0;
    for (std::size_t i = 0; i < 4; ++i) {
        force += o.peak_friction[i] * o.wheel_load_n[i];
        load += o.wheel_load_n[i];
    }
    return force / load;
}

double distance_m(const std::vector<Output>& outputs, std::size_t until) {
    return (outputs[until].state.position_m - outputs.front().state.position_m).norm();
}

}  // namespace

TEST_CASE("ABS uses at least 85 % of the adhesion") {
    // UN R13-H, annex 6: the braking rate between 40 and 20 km/h over the friction. The drag of the
    // air at 40 km/h, 0.4 % of the weight at most, counts as braking.
    for (const Model model : controlled_models) {
        for (const double friction : {0.8, 0.3}) {
            const auto outputs = outputs_of(full_brake(model, friction, 60.0 * kmh), only_abs());
            const std::size_t from = slower_than(outputs, 40.0 * kmh);
            const std::size_t to = slower_than(outputs, 20.0 * kmh);
            const double rate =
                20.0 * kmh / (seconds(outputs[to]) - seconds(outputs[from])) / gravity_mps2;
            CAPTURE(friction);
            CHECK(rate / usable_friction(outputs[(from + to) / 2]) >= 0.85);
            CHECK(rate / usable_friction(outputs[(from + to) / 2]) <= 1.02);
        }
    }
}

TEST_CASE("with ABS the stopping distance is at most 1.12 v^2 / (2 mu g)") {
    // Including the distance that the build-up of the brakes costs.
    for (const Model model : controlled_models) {
        for (const double friction : {0.8, 0.3}) {
            for (const double speed : {60.0 * kmh, 100.0 * kmh, 150.0 * kmh}) {
                for (const VehicleParams& vehicle : {only_abs(), controlled_sedan()}) {
                    const auto outputs = outputs_of(full_brake(model, friction, speed), vehicle);
                    const std::size_t stop = slower_than(outputs, 0.01);
                    CAPTURE(friction);
                    CAPTURE(speed);
                    CHECK(distance_m(outputs, stop) <=
                          1.12 * speed * speed / (2.0 * friction * gravity_mps2));
                }
            }
        }
    }
}

TEST_CASE("with ABS no wheel locks above 15 km/h") {
    for (const Model model : controlled_models) {
        for (const double friction : {1.0, 0.8, 0.3, 0.1}) {
            const Scenario scenario = full_brake(model, friction, 100.0 * kmh);
            const auto with = outputs_of(scenario, only_abs());
            const auto without = outputs_of(scenario, VehicleParams{});
            const auto locked = [](const std::vector<Output>& outputs) {
                const auto end =
                    outputs.begin() + static_cast<std::ptrdiff_t>(slower_than(outputs, 15.0 * kmh));
                return std::any_of(outputs.begin(), end, locks);
            };
            CAPTURE(friction);
            CHECK_FALSE(locked(with));
            CHECK(locked(without));
        }
    }
}

TEST_CASE("below its speed ABS lets the wheels lock") {
    const auto outputs = outputs_of(full_brake(Model::seven_dof, 0.3, 10.0), only_abs());
    const std::size_t below = slower_than(outputs, 0.9 * AbsParams{}.min_speed_mps);
    REQUIRE(outputs[below].state.velocity_mps.x() > 1.0);
    CHECK(locks(outputs[below + 100]));
    CHECK(outputs[below].abs_active == PerWheel{});
}

TEST_CASE("with ABS a car on split friction turns by less than 15 degrees where it spins without") {
    constexpr double degree = 3.14159265358979 / 180.0;
    for (const Model model : controlled_models) {
        for (const double right : {0.3, 0.1}) {
            for (const double speed : {80.0 * kmh, 100.0 * kmh}) {
                const Scenario scenario = split_brake(model, 0.8, right, speed);
                CAPTURE(right);
                CAPTURE(speed);
                CHECK(largest_turn_rad(outputs_of(scenario, only_abs())) < 15.0 * degree);
                CHECK(largest_turn_rad(outputs_of(scenario, VehicleParams{})) > 80.0 * degree);
            }
        }
    }
}

TEST_CASE("braking on split friction is the mirror image with the sides exchanged") {
    const auto left = outputs_of(split_brake(Model::seven_dof, 0.8, 0.3, 25.0), controlled_sedan());
    const auto right =
        outputs_of(split_brake(Model::seven_dof, 0.3, 0.8, 25.0), controlled_sedan());
    const std::size_t count = std::min(left.size(), right.size());
    for (std::size_t i = 0; i < count; i += 50) {
        CHECK(left[i].state.position_m.x() == right[i].state.position_m.x());
        CHECK(left[i].state.yaw_rad == -right[i].state.yaw_rad);
        CHECK(left[i].brake_torque_nm[front_left] == right[i].brake_torque_nm[front_right]);
        CHECK(left[i].brake_torque_nm[rear_right] == right[i].brake_torque_nm[rear_left]);
    }
}

TEST_CASE("ABS can be switched off and on while the car brakes") {
    Scenario scenario = full_brake(Model::seven_dof, 0.5, 40.0);
    ControlPoint off = scenario.controls.front();
    off.t_s = 1.0;
    off.command.abs_off = true;
    ControlPoint on = scenario.controls.front();
    on.t_s = 2.0;
    scenario.controls.insert(scenario.controls.end(), {off, on});
    const auto outputs = outputs_of(scenario, only_abs());
    CHECK_FALSE(locks(outputs[999]));
    CHECK(outputs[999].abs_active[front_left] == 1.0);
    CHECK(locks(outputs[1900]));
    CHECK(outputs[1900].abs_active == PerWheel{});
    CHECK_FALSE(locks(outputs[2500]));
}

}  // namespace abs_test
