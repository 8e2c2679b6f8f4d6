// SPDX-License-Identifier: MIT
#include "brake_runs.hpp"
#include "drive.hpp"
#include "temporary_file.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace brakes_test {

using namespace plant;

namespace {

VehicleParams with_lag(double build_up_s, double release_s) {
    VehicleParams vehicle;
    vehicle.brake_control.lag = {true, build_up_s, release_s};
    return vehicle;
}

/// Torques of the service brake after a while with a constant pedal, at 30 m/s.
PerWheel torque_nm(const VehicleParams& vehicle, double pedal, double seconds) {
    Drive d(create_seven_dof(), 30.0, vehicle);
    d.command.brake = pedal;
    d.run(seconds);
    return d.output.brake_torque_nm;
}

}  // namespace

TEST_CASE("brakes build up and release as first-order lags, whatever the tick") {
    for (const SimDuration dt : {millisecond, 5 * millisecond, 20 * millisecond}) {
        Drive d(create_seven_dof(), 40.0, with_lag(0.1, 0.05));
        d.command.brake = 0.2;
        d.run(0.08, dt);
        const double full = 0.2 * 0.5 * d.vehicle.brake.max_torque_nm * d.vehicle.brake.front_share;
        const double built = full * (1.0 - std::exp(-0.08 / 0.1));
        CHECK(d.output.brake_torque_nm[front_left] == doctest::Approx(built).epsilon(1e-9));
        d.command.brake = 0.0;
        d.run(0.06, dt);
        CHECK(d.output.brake_torque_nm[front_left] ==
              doctest::Approx(built * std::exp(-0.06 / 0.05)).epsilon(1e-9));
    }
}

TEST_CASE("the valve reduces the slope of the rear torque above its knee only") {
    VehicleParams vehicle;
    vehicle.brake_control.valve = {true, 0.25, 0.4};
    const double front = 0.5 * vehicle.brake.max_torque_nm * vehicle.brake.front_share;
    const double rear = 0.5 * vehicle.brake.max_torque_nm * (1.0 - vehicle.brake.front_share);
    for (const double pedal : {0.1, 0.25, 0.5, 0.9}) {
        const PerWheel torque = torque_nm(vehicle, pedal, 0.001);
        const double opened = std::min(pedal, 0.25);
        CHECK(torque[front_left] == doctest::Approx(pedal * front));
        CHECK(torque[front_right] == torque[front_left]);
        CHECK(torque[rear_left] == doctest::Approx((opened + 0.4 * (pedal - opened)) * rear));
        CHECK(torque[rear_right] == torque[rear_left]);
    }
}

TEST_CASE("the handbrake has neither lag nor valve") {
    VehicleParams vehicle = with_lag(0.5, 0.5);
    vehicle.brake_control.valve.enabled = true;
    Drive d(create_seven_dof(), 20.0, vehicle);
    d.command.handbrake = true;
    d.run(0.001);
    CHECK(d.output.brake_torque_nm[front_left] == 0.0);
    CHECK(d.output.brake_torque_nm[rear_left] == 0.5 * vehicle.brake.handbrake_torque_nm);
}

TEST_CASE("parts that have nothing to do leave every step bit-identical") {
    VehicleParams controlled = controlled_sedan();
    controlled.brake_control.lag.enabled = false;
    for (const auto create : {create_seven_dof, create_fourteen_dof}) {
        VehicleParams same_brakes;
        same_brakes.brake = controlled.brake;
        Drive plain(create(), 15.0, same_brakes);
        Drive sut(create(), 15.0, controlled);
        for (Drive* d : {&plain, &sut}) {
            d->command = {0.01, 0.1, 0.0};
            d->run(1.0);
            d->command = {-0.01, 0.0, 0.15};
            d->run(1.0);
        }
        CHECK(sut.output.brake_torque_nm == plain.output.brake_torque_nm);
        CHECK(sut.output.state.position_m == plain.output.state.position_m);
        CHECK(sut.output.state.velocity_mps == plain.output.state.velocity_mps);
        CHECK(sut.output.state.wheel_spin_radps == plain.output.state.wheel_spin_radps);
    }
}

TEST_CASE("models without a speed of each wheel refuse brake control") {
    for (const Model model : {Model::kinematic, Model::bicycle, Model::actuation_cmd}) {
        SessionConfig config;
        config.vehicle.brake_control.lag.enabled = true;
        CHECK_THROWS_WITH_AS(
            SimSession(create_model(model), create_flat_ground(), config),
            "brake_control: this model has no speed of each wheel; use seven_dof or fourteen_dof",
            std::invalid_argument);
    }
}

TEST_CASE("parts that contradict each other are refused") {
    VehicleParams vehicle;
    vehicle.brake_control.esc.enabled = true;
    CHECK_THROWS_WITH_AS(
        validate(vehicle),
        "brake_control.esc: needs abs, which limits the slip of the wheels that it brakes",
        std::invalid_argument);
    vehicle.brake_control.abs.enabled = true;
    CHECK_NOTHROW(validate(vehicle));
    vehicle.brake_control.abs.slip_low = 0.5;
    CHECK_THROWS_WITH_AS(validate(vehicle),
                         "brake_control.abs.slip_low: must be less than slip_high",
                         std::invalid_argument);
}

TEST_CASE("a file enables parts one by one, with defaults for the other keys") {
    const TemporaryFile file(
        "base: sedan\nbrake_control:\n  abs: {enabled: true, slip_low: 0.05}\n");
    const VehicleParams vehicle = load_vehicle(file.path());
    CHECK(vehicle.brake_control.abs.enabled);
    CHECK(vehicle.brake_control.abs.slip_low == 0.05);
    CHECK(vehicle.brake_control.abs.slip_high == AbsParams{}.slip_high);
    CHECK_FALSE(vehicle.brake_control.esc.enabled);
}

TEST_CASE("unknown and contradicting keys of brake control are refused with their line") {
    const TemporaryFile misspelt("base: sedan\nbrake_control:\n  asb: {enabled: true}\n");
    CHECK_THROWS_WITH_AS(load_vehicle(misspelt.path()), doctest::Contains("asb"), FileError);
    const TemporaryFile alone("base: sedan\nbrake_control:\n  esc: {enabled: true}\n");
    CHECK_THROWS_WITH_AS(load_vehicle(alone.path()), doctest::Contains("needs abs"), FileError);
}

TEST_CASE("the files of brake control have the defaults of the parts") {
    const BrakeControlParams file = controlled_sedan().brake_control;
    const BrakeControlParams defaults;
    CHECK(file.valve.slope == defaults.valve.slope);
    CHECK(file.lag.build_up_s == defaults.lag.build_up_s);
    CHECK(file.abs.slip_high == defaults.abs.slip_high);
    CHECK(file.abs.front_difference == defaults.abs.front_difference);
    CHECK(file.traction.brake_nms_per_m == defaults.traction.brake_nms_per_m);
    CHECK(file.esc.moment_nms_per_rad == defaults.esc.moment_nms_per_rad);
    CHECK(file.esc.friction_share == defaults.esc.friction_share);
}

}  // namespace brakes_test
