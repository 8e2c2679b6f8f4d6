// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace plant;

TEST_CASE("the kinematic bicycle drives the circle of its geometry") {
    VehicleParams vehicle;
    vehicle.aero.drag_coefficient = 0.0;
    TyreParams tyre;
    tyre.rolling_resistance = 0.0;
    Drive d(create_kinematic(), 5.0, vehicle, tyre);
    d.command.steer_rad = 0.2;
    const double rear_radius = 2.7 / std::tan(0.2);
    const double turn = 2.0 * 3.14159265358979323846 * rear_radius / 5.0;
    d.run(turn, SimDuration{std::llround(turn * 1e6)});
    // One full circle ends where it began.
    CHECK(d.dynamics->state().position_m.x() == doctest::Approx(0.0).epsilon(1e-6));
    CHECK(d.dynamics->state().position_m.y() == doctest::Approx(0.0).epsilon(1e-6));
    CHECK(std::abs(d.dynamics->state().yaw_rad) < 1e-6);
    CHECK(d.yaw_rate() == doctest::Approx(5.0 / rear_radius));
    CHECK(d.output.ay_mps2 == doctest::Approx(25.0 / rear_radius));
}

TEST_CASE("the kinematic bicycle has no tyres, so neither loads nor tyre forces nor slip") {
    Drive d(create_kinematic(), 5.0);
    d.command.steer_rad = 0.2;
    d.run(1.0);
    for (const auto& values : {d.output.wheel_load_n, d.output.tyre_force_x_n,
                               d.output.tyre_force_y_n, d.output.slip_ratio})
        CHECK(values == PerWheel{});
    CHECK(d.output.rack_torque_nm == 0.0);
}

TEST_CASE("the kinematic bicycle brakes, stops and holds") {
    Drive d(create_kinematic(), 20.0);
    d.command.brake = 0.3;
    d.run(10.0);
    CHECK(d.vx() == 0.0);
    const double rest = d.dynamics->state().position_m.x();
    d.contacts = graded(0.12);
    d.run(10.0);
    CHECK(d.dynamics->state().position_m.x() == rest);
    d.command.brake = 0.0;
    d.run(1.0);
    CHECK(d.vx() < -0.5);
}

TEST_CASE("the kinematic bicycle backs up in reverse and not in neutral") {
    Drive d(create_kinematic(), 0.0);
    d.command.throttle = 0.3;
    d.command.gear = Gear::neutral;
    d.run(1.0);
    CHECK(d.vx() == 0.0);
    d.command.gear = Gear::reverse;
    d.run(1.0);
    CHECK(d.vx() < -0.2);
}
