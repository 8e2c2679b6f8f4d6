// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace standstill_test {

using namespace plant;

namespace {

SolverParams solver_of(Integrator integrator) {
    SolverParams solver;
    solver.integrator = integrator;
    return solver;
}

}  // namespace

TEST_CASE("a braked car on a 12 % grade moves less than 1 mm in 10 s") {
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        for (const double grade : {0.12, -0.12}) {
            for (const bool hand : {false, true}) {
                Drive d(create_seven_dof(), 0.0, {}, {}, solver_of(integrator));
                d.contacts = graded(grade);
                d.command.brake = hand ? 0.0 : 0.5;
                d.command.handbrake = hand;
                double farthest = 0.0;
                const double allowed = hand ? 2e-3 : 1e-3;  // the handbrake acts on two tyres only
                d.run(10.0, millisecond, [&] {
                    farthest = std::max(farthest, std::abs(d.dynamics->state().position_m.x()));
                });
                CAPTURE(grade);
                CAPTURE(hand);
                CHECK(farthest < allowed);
                const double settled = d.dynamics->state().position_m.x();
                d.run(10.0);
                CHECK(std::abs(d.dynamics->state().position_m.x() - settled) < 1e-9);
                CHECK(std::abs(d.vx()) < 1e-9);
            }
        }
    }
}

TEST_CASE("a car that starts at rest does not move at all") {
    Drive d(create_seven_dof(), 0.0);
    d.command.steer_rad = 0.3;
    d.run(5.0);
    CHECK(d.dynamics->state().position_m.x() == 0.0);
    CHECK(d.dynamics->state().position_m.y() == 0.0);
    CHECK(d.dynamics->state().yaw_rad == 0.0);
}

TEST_CASE("a stop is smooth and ends at rest, in both directions") {
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        for (const double direction : {1.0, -1.0}) {
            for (const double brake : {0.0, 0.1, 0.4}) {
                Drive d(create_seven_dof(), 3.0 * direction, {}, {}, solver_of(integrator));
                d.command.brake = brake;
                d.run(30.0);
                const double rest = d.dynamics->state().position_m.x();
                double fastest = 0.0;
                d.run(2.0, millisecond, [&] { fastest = std::max(fastest, std::abs(d.vx())); });
                CAPTURE(direction);
                CAPTURE(brake);
                CHECK(rest * direction > 0.5);
                CHECK(fastest < 1e-6);
                CHECK(std::abs(d.dynamics->state().position_m.x() - rest) < 1e-6);
            }
        }
    }
}

TEST_CASE("a start is smooth, in both directions") {
    for (const auto gear : {Gear::drive, Gear::reverse}) {
        Drive d(create_seven_dof(), 0.0);
        const double sign = static_cast<double>(gear);
        d.command.gear = gear;
        double previous = 0.0;
        double largest_drop = 0.0;
        for (int i = 0; i < 3000; ++i) {
            d.command.throttle = std::min(0.3, 0.0003 * i);
            d.run(0.001);
            largest_drop = std::max(largest_drop, previous - sign * d.vx());
            previous = sign * d.vx();
        }
        CHECK(previous > 1.0);
        CHECK(largest_drop < 1e-6);
    }
}

TEST_CASE("steering at standstill needs the torque of scrubbing tyres") {
    // A brush model that extends three trails to either side of its centre.
    const auto front_torque_nm = [](Drive& d, double steer_rad) {
        d.command.steer_rad = steer_rad;
        d.run(0.1);
        return d.output.rack_torque_nm * d.vehicle.steering.ratio;
    };
    Drive d(create_seven_dof(), 0.0);
    const double load_n = d.vehicle.body.mass_kg * gravity_mps2 * 1.5 / 2.7;
    const MagicFormula& f = d.tyre.lateral;
    const double sensitivity =
        1.0 - d.tyre.load_sensitivity * (0.5 * load_n / d.tyre.nominal_load_n - 1.0);
    const double trail_m = d.tyre.pneumatic_trail_m;
    const double stiffness = f.b * f.c * f.d * sensitivity * load_n * trail_m;
    const double most_nm = 1.5 * f.d * sensitivity * load_n * trail_m;
    CHECK(front_torque_nm(d, 0.0) == 0.0);
    CHECK(front_torque_nm(d, 0.02) == doctest::Approx(-0.02 * stiffness).epsilon(0.02));
    CHECK(front_torque_nm(d, 0.5) == doctest::Approx(-most_nm).epsilon(0.02));
    CHECK(front_torque_nm(d, -0.5) == doctest::Approx(most_nm).epsilon(0.02));

    // Rolling removes the torque, and a snapshot contains it.
    Drive copy(create_seven_dof(), 0.0);
    Snapshot words;
    SnapshotWriter out(words);
    d.dynamics->save(out);
    SnapshotReader in(words);
    copy.dynamics->restore(in);
    copy.dynamics->describe(copy.output);
    CHECK(copy.output.rack_torque_nm == d.output.rack_torque_nm);
    d.command.throttle = 0.05;
    d.run(10.0);
    d.command.throttle = 0.0;
    d.command.brake = 0.5;
    d.run(3.0);
    CHECK(d.vx() == doctest::Approx(0.0));
    CHECK(std::abs(d.output.rack_torque_nm) * d.vehicle.steering.ratio < 0.6 * most_nm);
}

TEST_CASE("at low speed the yaw rate is that of the wheel angles") {
    // At walking speed: yaw rate = v tan(delta) / L.
    VehicleParams vehicle;
    vehicle.steering.ackermann = 1.0;
    Drive d(create_seven_dof(), 1.0, vehicle);
    d.command.steer_rad = 0.3;
    d.hold_speed(1.0, 10.0);
    CHECK(d.yaw_rate() == doctest::Approx(d.vx() * std::tan(0.3) / 2.7).epsilon(0.02));
}

}  // namespace standstill_test
