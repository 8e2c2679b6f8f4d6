// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/batch.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

namespace rollover_test {

using namespace plant;

namespace {

/// A van with stiff springs, so that it leans little, and tyres with much grip.
VehicleParams tall_van() {
    VehicleParams v;
    v.body.cg_height_m = 1.0;
    v.suspension.anti_roll_front_nm_per_rad = 30000.0;
    v.suspension.anti_roll_rear_nm_per_rad = 20000.0;
    v.aero.lift_coefficient_front = 0.0;
    v.aero.lift_coefficient_rear = 0.0;
    v.suspension.load_transfer_time_s = 0.005;  // almost immediate
    return v;
}

/// Lateral acceleration in m/s2 at which a sprung vehicle tips over its outer wheels. Source:
/// Gillespie, Fundamentals of Vehicle Dynamics, chapter 9.
double tip_over_mps2(const VehicleParams& v) {
    const double sprung = v.body.mass_kg - 4.0 * v.body.unsprung_mass_kg;
    const double sprung_height =
        (v.body.mass_kg * v.body.cg_height_m - 4.0 * v.body.unsprung_mass_kg * v.wheel.radius_m) /
        sprung;
    const double rear_share = v.body.cg_to_front_axle_m / v.body.wheelbase_m;
    const double arm = sprung_height - v.suspension.roll_centre_front_m * (1.0 - rear_share) -
                       v.suspension.roll_centre_rear_m * rear_share;
    const double track = v.body.track_front_m;
    const double stiffness =
        0.5 * track * track *
            (v.suspension.spring_front_n_per_m + v.suspension.spring_rear_n_per_m) +
        v.suspension.anti_roll_front_nm_per_rad + v.suspension.anti_roll_rear_nm_per_rad;
    const double lean_per_mps2 = sprung * arm / (stiffness - sprung * gravity_mps2 * arm);
    const double moment_per_mps2 =
        v.body.mass_kg * v.body.cg_height_m + sprung * gravity_mps2 * arm * lean_per_mps2;
    return 0.5 * v.body.mass_kg * gravity_mps2 * track / moment_per_mps2;
}

/// Increases the steering angle slowly at 20 m/s. @return lateral acceleration at the end, and
/// status of the last step
struct Ramp {
    StepStatus status = StepStatus::ok;
    double ay_mps2 = 0.0;
    double lean_rad = 0.0;
};

Ramp steer_more_and_more(std::unique_ptr<VehicleDynamics> model, double side) {
    Drive d(std::move(model), 20.0, tall_van());
    for (Contact& contact : d.contacts) contact.friction = 2.0;
    Ramp end;
    while (end.status == StepStatus::ok && std::abs(d.command.steer_rad) < 0.3) {
        d.command.steer_rad += side * 1e-5;
        d.command.throttle = d.vx() < 20.0 ? 0.3 : 0.0;
        end.status = d.dynamics->step(d.command, d.contacts, millisecond);
    }
    d.dynamics->describe(d.output);
    end.ay_mps2 = d.output.ay_mps2;
    end.lean_rad = d.dynamics->state().roll_rad;
    return end;
}

}  // namespace

TEST_CASE("a vehicle rolls over at the acceleration that its weight cannot balance") {
    const double expected = tip_over_mps2(tall_van());
    CHECK(expected < 0.5 * 1.55 / 1.0 * gravity_mps2);
    for (const auto create : {create_bicycle, create_seven_dof}) {
        for (const double side : {1.0, -1.0}) {
            const Ramp end = steer_more_and_more(create(), side);
            CHECK(end.status == StepStatus::rolled_over);
            CHECK(end.ay_mps2 == doctest::Approx(side * expected).epsilon(0.01));
        }
    }
    // The deflection of the tyres increases the lean, and the inner wheels lift off first.
    const Ramp left = steer_more_and_more(create_fourteen_dof(), 1.0);
    const Ramp right = steer_more_and_more(create_fourteen_dof(), -1.0);
    CHECK(left.status == StepStatus::rolled_over);
    CHECK(left.ay_mps2 == doctest::Approx(expected).epsilon(0.1));
    CHECK(std::abs(left.lean_rad) < 0.5);
    CHECK(right.ay_mps2 == -left.ay_mps2);
}

TEST_CASE("wheel loads sum to the weight when an axle lifts off") {
    VehicleParams van = tall_van();
    van.body.cg_height_m = 1.6;
    van.brake.max_torque_nm = 20000.0;
    for (const auto create : {create_bicycle, create_seven_dof}) {
        Drive d(create(), 25.0, van);
        for (Contact& contact : d.contacts) contact.friction = 1.5;
        d.command.brake = 1.0;
        bool has_lifted = false;
        for (int i = 0; i < 1000; ++i) {
            d.run(0.001);
            const PerWheel& load = d.output.wheel_load_n;
            has_lifted = has_lifted || load[rear_left] + load[rear_right] == 0.0;
            REQUIRE(load[0] + load[1] + load[2] + load[3] ==
                    doctest::Approx(van.body.mass_kg * gravity_mps2));
        }
        CHECK(has_lifted);
    }
}

TEST_CASE("a vehicle that rolled over keeps its state until it is reset") {
    for (const auto create : {create_seven_dof, create_fourteen_dof}) {
        SessionConfig config;
        config.vehicle.body.cg_height_m = 1.3;
        SimSession sut(create(), create_flat_ground(), config);
        sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 25.0));
        sut.set_input(Command{0.3, 0.0, 0.0, Gear::drive, false});
        StepStatus status = StepStatus::ok;
        for (int i = 0; i < 5000 && status == StepStatus::ok; ++i) status = sut.tick(millisecond);
        REQUIRE(status == StepStatus::rolled_over);
        CHECK(std::string(sut.fault()) == "roll");
        const Output kept = sut.output();
        CHECK(std::abs(kept.state.position_m.z()) < 2.0);
        CHECK(sut.tick(millisecond) == StepStatus::rolled_over);
        CHECK(sut.output().sim_time == kept.sim_time);
        sut.reset(State{});
        CHECK(sut.tick(millisecond) == StepStatus::ok);
    }
}

TEST_CASE("a vehicle of a batch that rolls over keeps its state, and the others advance") {
    VehicleParams tall;
    tall.body.cg_height_m = 1.3;
    Batch sut(3, tall, TyreParams{}, SolverParams{});
    for (std::size_t i = 0; i < 3; ++i) {
        sut.reset(i, rolling_state(tall, 0.0, 0.0, 0.0, 25.0), Contacts{});
        sut.set_input(i, Command{i == 1 ? 0.3 : 0.0}, Contacts{});
    }
    int ticks = 0;
    while (ticks < 3000 && sut.step(millisecond) == 0) ++ticks;
    REQUIRE(ticks < 3000);
    const State kept = sut.state(1);
    const double others_m = sut.state(2).position_m.x();
    CHECK(sut.step(millisecond) == 1);
    CHECK(sut.state(1).position_m == kept.position_m);
    CHECK(sut.state(2).position_m.x() > others_m);
}

}  // namespace rollover_test
