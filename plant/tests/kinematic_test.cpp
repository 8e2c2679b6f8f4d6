// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace kinematic_test {

using namespace plant;

namespace {

/// Mass of the body plus the effective mass of the rotating wheels.
double inertia_kg(const VehicleParams& vehicle) {
    const double radius_m = vehicle.wheel.radius_m;
    return vehicle.body.mass_kg + 4.0 * vehicle.wheel.inertia_kgm2 / (radius_m * radius_m);
}

}  // namespace

TEST_CASE("the kinematic bicycle drives the circle of its geometry") {
    VehicleParams vehicle;
    vehicle.aero.drag_coefficient = 0.0;
    TyreParams tyre;
    tyre.rolling_resistance = 0.0;
    Drive d(create_kinematic(), 5.0, vehicle, tyre);
    d.command.steer_rad = 0.2;
    const double rear_radius = 2.7 / std::tan(0.2);
    const double turn = 2.0 * plant::pi * rear_radius / 5.0;
    d.run(turn, SimDuration{std::llround(turn * 1e6)});
    // A full circle ends at its start.
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

TEST_CASE("the kinematic bicycle drives backward in reverse but not in neutral") {
    Drive d(create_kinematic(), 0.0);
    d.command.throttle = 0.3;
    d.command.gear = Gear::neutral;
    d.run(1.0);
    CHECK(d.vx() == 0.0);
    d.command.gear = Gear::reverse;
    d.run(1.0);
    CHECK(d.vx() < -0.2);
}

TEST_CASE("the kinematic bicycle gains the energy of full throttle far below the limiter") {
    VehicleParams vehicle;
    vehicle.aero.drag_coefficient = 0.0;
    TyreParams tyre;
    tyre.rolling_resistance = 0.0;
    Drive d(create_kinematic(), 5.0, vehicle, tyre);
    d.command.throttle = 1.0;
    d.run(0.5);
    const double gained_j = 0.5 * inertia_kg(vehicle) * (d.vx() * d.vx() - 25.0);
    const double work_j =
        vehicle.drive.max_torque_nm / vehicle.wheel.radius_m * d.dynamics->state().position_m.x();
    CHECK(gained_j == doctest::Approx(work_j).epsilon(1e-3));
}

TEST_CASE("the semi-implicit integrator converges to the analytic motion with drag") {
    constexpr double v0_mps = 30.0, steer_rad = 0.02, duration_s = 4.0;
    VehicleParams vehicle;
    TyreParams tyre;
    tyre.rolling_resistance = 0.0;
    // v' = -v^2 / length: v = v0 / (1 + v0 t / length), s = length ln(1 + v0 t / length)
    const AeroParams& aero = vehicle.aero;
    const double drag_kg_per_m =
        0.5 * aero.air_density_kg_per_m3 * aero.drag_coefficient * aero.frontal_area_m2;
    const double length_m = inertia_kg(vehicle) / drag_kg_per_m;
    const double slowed = 1.0 + v0_mps * duration_s / length_m;
    const double speed_mps = v0_mps / slowed;
    const double yaw_rad =
        length_m * std::log(slowed) * std::tan(steer_rad) / vehicle.body.wheelbase_m;
    const auto errors_with = [&](SimDuration step) {
        SolverParams solver;
        solver.integrator = Integrator::semi_implicit;
        solver.max_step = step;
        Drive d(create_kinematic(), v0_mps, vehicle, tyre, solver);
        d.command.steer_rad = steer_rad;
        d.run(duration_s, step);
        return std::pair(d.vx() - speed_mps, d.dynamics->state().yaw_rad - yaw_rad);
    };
    const auto [coarse_mps, coarse_rad] = errors_with(10 * millisecond);
    const auto [fine_mps, fine_rad] = errors_with(5 * millisecond);
    CHECK(std::abs(fine_mps) < 1e-4 * speed_mps);
    CHECK(std::abs(fine_rad) < 1e-4 * yaw_rad);
    CHECK(coarse_mps / fine_mps == doctest::Approx(2.0).epsilon(0.05));
    CHECK(coarse_rad / fine_rad == doctest::Approx(2.0).epsilon(0.05));
}

TEST_CASE("the kinematic bicycle does not exceed the speed of its limiter") {
    VehicleParams vehicle;
    vehicle.drive.max_speed_mps = 20.0;
    Drive d(create_kinematic(), 0.0, vehicle);
    d.command.throttle = 1.0;
    double fastest = 0.0;
    d.run(60.0, 10 * millisecond, [&] { fastest = std::max(fastest, d.vx()); });
    CHECK(fastest <= 20.0);
    CHECK(fastest > 19.0);
    d.command.gear = Gear::reverse;
    d.run(60.0, 10 * millisecond);
    CHECK(d.vx() >= -20.0);
    CHECK(d.vx() < -19.0);
}

TEST_CASE("the lateral acceleration of the kinematic bicycle is that of its centre of gravity") {
    Drive d(create_kinematic(), 15.0);
    d.run(0.4, millisecond, [&] { d.command.steer_rad += 1e-4; });
    const State before = d.dynamics->state();
    d.run(0.001);
    const State& after = d.dynamics->state();
    const double swing = (after.velocity_mps.y() - before.velocity_mps.y()) / 0.001;
    const double turn = after.angular_velocity_radps.z() * d.vx();
    CHECK(d.output.ay_mps2 == doctest::Approx(swing + turn).epsilon(1e-2));
    d.command.steer_rad += 1e-4;
    d.run(0.001);
    // 15 m/s, 0.1 rad/s, 1.5 m before the rear axle of 2.7 m wheelbase
    CHECK(d.output.ay_mps2 - d.yaw_rate() * d.vx() == doctest::Approx(0.833).epsilon(0.02));
}

namespace {

/// Part of the lateral acceleration that is due to the steering rate.
double swing_mps2(const Drive& d) {
    return d.output.ay_mps2 - d.yaw_rate() * d.vx();
}

}  // namespace

TEST_CASE("a steering rate contributes to the lateral acceleration also at the ends of cycles") {
    for (const SimDuration step : {millisecond, 10 * millisecond}) {
        Drive d(create_kinematic(), 15.0);
        for (int cycle = 0; cycle < 60; ++cycle) {
            d.command.steer_rad += 0.001;  // 0.1 rad/s, held for a cycle
            d.run(0.01, step);
            if (cycle < 30) continue;
            CAPTURE(cycle);
            CHECK(std::abs(swing_mps2(d) - 0.833) < 0.15 * 0.833);
        }
    }
}

TEST_CASE("a jump of the steering angle causes no spike of the lateral acceleration") {
    for (const SimDuration step : {millisecond / 10, millisecond}) {
        Drive d(create_kinematic(), 15.0);
        d.command.steer_rad = 0.05;
        double largest_mps2 = 0.0, sum_mps = 0.0;
        for (int i = 0; i < 500 * millisecond / step; ++i) {
            d.run(1e-9 * static_cast<double>(step.count()), step);
            largest_mps2 = std::max(largest_mps2, std::abs(swing_mps2(d)));
            sum_mps += swing_mps2(d) * 1e-9 * static_cast<double>(step.count());
        }
        CHECK(largest_mps2 < 8.5);
        // The integral is the lateral speed that the jump has caused.
        CHECK(std::abs(sum_mps - 0.4167) < 0.02);
    }
}

}  // namespace kinematic_test
