// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace wheel_torque_test {

using namespace plant;

namespace {

using Factory = std::unique_ptr<VehicleDynamics> (*)();

std::unique_ptr<SimSession> session_of(std::unique_ptr<VehicleDynamics> model, double vx_mps = 0) {
    auto session = std::make_unique<SimSession>(std::move(model), create_flat_ground());
    session->reset(rolling_state(session->vehicle(), 0, 0, 0, vx_mps));
    return session;
}

Command torques(const PerWheel& torque_nm) {
    Command command;
    command.wheel_torque_nm = torque_nm;
    return command;
}

}  // namespace

TEST_CASE("equal torques on all wheels give a force of their sum over the radius") {
    for (const Factory factory : {create_seven_dof, create_fourteen_dof})
        for (const double torque_nm : {200.0, -300.0}) {
            CAPTURE(torque_nm);
            Drive d(factory(), 10.0);
            d.command = torques({torque_nm, torque_nm, torque_nm, torque_nm});
            d.run(0.5);
            const double start = d.vx();
            d.run(0.5);
            const double measured = (d.vx() - start) / 0.5;
            const double radius = d.vehicle.wheel.radius_m;
            const double mass = d.vehicle.body.mass_kg;
            const double v = d.vx() - 0.25 * measured;
            const double drag = 0.5 * d.vehicle.aero.air_density_kg_per_m3 *
                                d.vehicle.aero.drag_coefficient * d.vehicle.aero.frontal_area_m2;
            const double push = 4 * torque_nm / radius - drag * v * v -
                                d.tyre.rolling_resistance * mass * gravity_mps2;
            const double inertia = mass + 4 * d.vehicle.wheel.inertia_kgm2 / (radius * radius);
            CHECK(measured == doctest::Approx(push / inertia).epsilon(0.01));
        }
}

TEST_CASE("a difference of torques turns the car away from the stronger side, symmetrically") {
    for (const Factory factory : {create_seven_dof, create_fourteen_dof}) {
        Drive left(factory(), 10.0);
        left.command = torques({100, 300, 100, 300});
        left.run(0.3);
        Drive right(factory(), 10.0);
        right.command = torques({300, 100, 300, 100});
        right.run(0.3);
        CHECK(left.yaw_rate() > 0.01);
        CHECK(right.yaw_rate() == doctest::Approx(-left.yaw_rate()).epsilon(1e-9));
    }
}

TEST_CASE("the initial yaw acceleration is the moment of the torques over the yaw inertia") {
    Drive d(create_seven_dof(), 30.0);
    d.command = torques({-200, 200, -200, 200});
    d.run(0.03);  // until the slip of the wheels is steady
    const double start = d.yaw_rate();
    d.run(0.01);
    // Two wheels on each side, at half the track. Lateral forces are still small.
    const double moment = 4 * 200 / d.vehicle.wheel.radius_m * 0.5 * d.vehicle.body.track_front_m;
    CHECK((d.yaw_rate() - start) / 0.01 ==
          doctest::Approx(moment / d.vehicle.body.yaw_inertia_kgm2).epsilon(0.25));
}

TEST_CASE("torques replace both pedals, and pedals replace torques") {
    const auto sut = session_of(create_seven_dof(), 10);
    Command command = torques({});
    command.throttle = command.brake = 1;
    CHECK(sut->set_input(command) == InputStatus::accepted);
    CHECK(sut->input().throttle == 0);
    CHECK(sut->input().brake == 0);
    CHECK(sut->set_input(Command{0, 0.5, 0}) == InputStatus::accepted);
    CHECK_FALSE(sut->input().wheel_torque_nm);
    CHECK(sut->input().throttle == 0.5);
}

TEST_CASE("a torque is limited to that of the drive or the brakes, and must be finite") {
    const auto sut = session_of(create_seven_dof());
    CHECK(sut->set_input(torques({1e9, -1e9, 100, -100})) == InputStatus::clamped);
    CHECK(*sut->input().wheel_torque_nm == PerWheel{5000, -5000, 100, -100});
    CHECK(sut->set_input(torques({0, std::nan(""), 0, 0})) == InputStatus::rejected);
    CHECK((*sut->input().wheel_torque_nm)[2] == 100);
}

TEST_CASE("a model without wheels rejects torques and keeps the last command") {
    for (const Model model : {Model::kinematic, Model::bicycle, Model::actuation_cmd}) {
        const auto sut = session_of(create_model(model));
        CHECK_FALSE(sut->takes_wheel_torques());
        CHECK(sut->set_input(Command{0.1, 0, 0}) == InputStatus::accepted);
        CHECK(sut->set_input(torques({1, 1, 1, 1})) == InputStatus::rejected);
        CHECK(sut->input().steer_rad == 0.1);
    }
    CHECK(session_of(create_seven_dof())->takes_wheel_torques());
    CHECK(session_of(create_fourteen_dof())->takes_wheel_torques());
}

TEST_CASE("a snapshot contains the current torques") {
    const auto sut = session_of(create_fourteen_dof(), 10);
    sut->set_input(torques({10, 200, 30, 400}));
    for (int i = 0; i < 100; ++i) REQUIRE(sut->tick(millisecond) == StepStatus::ok);
    const Snapshot snapshot = sut->snapshot();
    for (int i = 0; i < 100; ++i) REQUIRE(sut->tick(millisecond) == StepStatus::ok);
    const Snapshot later = sut->snapshot();
    sut->set_input(Command{});
    sut->restore(snapshot);
    CHECK(*sut->input().wheel_torque_nm == PerWheel{10, 200, 30, 400});
    for (int i = 0; i < 100; ++i) REQUIRE(sut->tick(millisecond) == StepStatus::ok);
    CHECK(sut->snapshot() == later);
}

TEST_CASE("a freely spinning wheel does not end a session") {
    for (const Model model : {Model::seven_dof, Model::fourteen_dof})
        for (const double friction : {0.0, 0.05, 0.3}) {
            CAPTURE(friction);
            SimSession sut(create_model(model), create_flat_ground(0.0, friction));
            sut.reset(rolling_state(sut.vehicle(), 0, 0, 0, 10));
            sut.set_input(torques({5000, -3000, 1500, -800}));
            for (int i = 0; i < 2000; ++i) REQUIRE(sut.tick(2 * millisecond) == StepStatus::ok);
            CHECK(sut.state().wheel_spin_radps[0] > 10000);
            CHECK(sut.output().relaxed_slip_ratio[0] == doctest::Approx(3.0).epsilon(0.1));
        }
}

}  // namespace wheel_torque_test
