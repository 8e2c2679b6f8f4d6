// SPDX-License-Identifier: MIT
#include "controller_inputs.hpp"
#include "vehicle_state.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace {

using namespace std::chrono_literals;
using gateway::Command;
using gateway::SteadyTime;
using gateway::autohyu::ControllerInputs;
using gateway::autohyu::PedalMap;
using gateway::autohyu::VehicleState;
using State = ControllerInputs::State;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const SteadyTime start(1000s);

TEST_CASE("no command is made before both a steering angle and a torque have arrived") {
    ControllerInputs sut(100ms);
    sut.take_steer(0, start);
    CHECK(!sut.check(start));
    sut.take_accel(1, start);
    CHECK(!sut.check(start));
    CHECK(sut.state() == State::waiting);
    sut.take_torque(0, start);
    CHECK(sut.check(start));
    CHECK(sut.state() == State::commanding);
    CHECK(!sut.check(start));
}

TEST_CASE("a missing steering angle or torque is detected once, at the time-out") {
    for (const bool steer_goes_on : {true, false}) {
        CAPTURE(steer_goes_on);
        ControllerInputs sut(100ms);
        sut.take_steer(0, start);
        sut.take_torque(0, start);
        sut.check(start);
        if (steer_goes_on)
            sut.take_steer(0, start + 50ms);
        else
            sut.take_torque(0, start + 50ms);
        CHECK(!sut.check(start + 99ms));
        CHECK(sut.check(start + 100ms));
        CHECK(sut.state() == State::silent);
        CHECK(!sut.check(start + 200ms));
        CHECK(sut.silences() == 1);
    }
}

TEST_CASE("a controller that sends again commands again, with new values only") {
    ControllerInputs sut(100ms);
    sut.take_steer(1, start);
    sut.take_torque(1, start);
    sut.check(start);
    sut.check(start + 1s);
    sut.take_steer(2, start + 2s);
    CHECK(!sut.check(start + 2s));  // the torque is still the old one
    sut.take_torque(2, start + 2s);
    CHECK(sut.check(start + 2s));
    CHECK(sut.state() == State::commanding);
}

TEST_CASE("values that are not finite are ignored, and a controller that sends them times out") {
    ControllerInputs sut(100ms);
    sut.take_steer(0, start);
    sut.take_torque(0, start);
    sut.check(start);
    for (const double value : {nan, HUGE_VAL, -HUGE_VAL}) sut.take_torque(value, start + 90ms);
    sut.take_steer(0, start + 90ms);
    CHECK(sut.check(start + 100ms));
    CHECK(sut.state() == State::silent);
    CHECK(sut.rejected() == 3);
    CHECK(sut.taken() == 3);
}

TEST_CASE("a command has angle and pedals, and advice only while it is new") {
    ControllerInputs sut(100ms);
    sut.take_steer(9, start);
    sut.take_torque(586.67, start);
    sut.take_accel(1.5, start);
    sut.take_speed(12.5, start + 50ms);
    const PedalMap map;
    const Command command = sut.command(map, 30, start + 99ms);
    CHECK(std::get<gateway::PedalCommand>(command.control).steer_rad ==
          doctest::Approx(0.15707963));
    CHECK(std::get<gateway::PedalCommand>(command.control).throttle ==
          doctest::Approx(0.5).epsilon(0.003));
    CHECK(std::get<gateway::PedalCommand>(command.control).aux_accel_target_mps2 == 1.5);
    CHECK(std::get<gateway::PedalCommand>(command.control).aux_speed_target_mps == 12.5);
    const Command later = sut.command(map, 30, start + 100ms);
    CHECK(std::isnan(std::get<gateway::PedalCommand>(later.control).aux_accel_target_mps2));
    CHECK(std::get<gateway::PedalCommand>(later.control).aux_speed_target_mps == 12.5);
    const Command last = sut.command(map, 30, start + 150ms);
    CHECK(std::isnan(std::get<gateway::PedalCommand>(last.control).aux_speed_target_mps));
}

TEST_CASE("a STATE is converted to a vehicle state field by field, wheel speeds in m/s") {
    gateway::vds1::State state;
    state.x_m = 1;
    state.y_m = 2;
    state.z_m = 3;
    state.roll_rad = 0.4;
    state.pitch_rad = 0.5;
    state.yaw_rad = 0.6;
    state.vx_mps = 7;
    state.vy_mps = 8;
    state.vz_mps = 9;
    state.yaw_rate_radps = 1.1;
    state.ax_mps2 = 1.2;
    state.ay_mps2 = 1.3;
    state.steering_tire_angle_applied_rad = 0.14;
    state.wheel_spin_radps = {10, 20, 30, -40};
    state.wheel_radius_nominal_m = 0.3;
    const VehicleState sut = gateway::autohyu::to_vehicle_state(state);
    CHECK(sut.operation_mode == VehicleState::OperationMode::normal);
    CHECK(sut.x_m == 1);
    CHECK(sut.y_m == 2);
    CHECK(sut.z_m == 3);
    CHECK(sut.roll_rad == 0.4);
    CHECK(sut.pitch_rad == 0.5);
    CHECK(sut.yaw_rad == 0.6);
    CHECK(sut.vx_mps == 7);
    CHECK(sut.vy_mps == 8);
    CHECK(sut.vz_mps == 9);
    CHECK(sut.yaw_rate_radps == 1.1);
    CHECK(sut.ax_mps2 == 1.2);
    CHECK(sut.ay_mps2 == 1.3);
    CHECK(sut.steering_tire_angle_rad == 0.14);
    CHECK(sut.wheel_velocity_mps[0] == doctest::Approx(3));
    CHECK(sut.wheel_velocity_mps[3] == doctest::Approx(-12));
}

TEST_CASE("a vehicle state without data has FAIL and no numbers") {
    const VehicleState sut;
    CHECK(sut.operation_mode == VehicleState::OperationMode::fail);
    CHECK(std::isnan(sut.x_m));
    CHECK(std::isnan(sut.vx_mps));
    CHECK(std::isnan(sut.wheel_velocity_mps[3]));
}

}  // namespace
