// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

namespace sim_session_test {

using namespace plant;

namespace {

SimSession make_session() {
    return {create_seven_dof(), create_flat_ground()};
}

/// A ground whose friction is the x coordinate.
struct PlaceGround : Ground {
    Contact at(double x_m, double) const override {
        Contact contact;
        contact.friction = x_m;
        return contact;
    }
};

/// Moves by one metre per step, and stores its inputs.
struct SteppingVehicle : VehicleDynamics {
    struct Step {
        double throttle, front_friction;
    };
    explicit SteppingVehicle(std::vector<Step>& seen) : steps(seen) {}

    void initialize(const VehicleParams&, const TyreParams&, const SolverParams&) override {}
    void reset(const State& state, const Contacts&) override { now = state; }
    StepStatus step(const Command& command, const Contacts& contacts, SimDuration) override {
        steps.push_back({command.throttle, contacts[front_left].friction});
        now.position_m.x() += 1;
        return StepStatus::ok;
    }
    const State& state() const override { return now; }
    void describe(Truth&) const override {}
    const char* fault() const override { return ""; }
    void save(SnapshotWriter&) const override {}
    void restore(SnapshotReader&) override {}

    State now;
    std::vector<Step>& steps;
};

}  // namespace

TEST_CASE("a session holds the last command and counts simulated time exactly") {
    SimSession sut = make_session();
    Command command;
    command.throttle = 0.4;
    CHECK(sut.set_input(command) == InputStatus::accepted);
    for (int i = 0; i < 3000; ++i) REQUIRE(sut.tick(SimDuration{3'333'333}) == StepStatus::ok);
    const Output out = sut.output();
    CHECK(out.sim_time.count() == 3000LL * 3'333'333LL);
    CHECK(out.throttle_applied == 0.4);
    CHECK(out.state.velocity_mps.x() > 5.0);
    CHECK(sut.state().position_m == out.state.position_m);
    CHECK(out.sensors.of(sensor::gnss_position)[0] == out.state.position_m.x());
}

TEST_CASE("a tick queries the ground, advances actuators, then the vehicle, then the sensors") {
    SessionConfig config;
    config.actuator.throttle.max = 0.5;
    std::vector<SteppingVehicle::Step> steps;
    SimSession sut(std::make_unique<SteppingVehicle>(steps), std::make_unique<PlaceGround>(),
                   config);
    Command command;
    command.throttle = 1.0;
    sut.set_input(command);
    for (int i = 0; i < 2; ++i) {
        REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        const auto& step = steps.at(static_cast<std::size_t>(i));
        CHECK(step.throttle == 0.5);
        CHECK(step.front_friction == sut.vehicle().body.cg_to_front_axle_m + i);
        CHECK(sut.output().sensors.of(sensor::gnss_position)[0] == i + 1);
    }
}

TEST_CASE("a command that is not finite is rejected, one out of range is limited") {
    SimSession sut = make_session();
    Command good;
    good.brake = 0.5;
    CHECK(sut.set_input(good) == InputStatus::accepted);
    for (double Command::*member : {&Command::steer_rad, &Command::throttle, &Command::brake}) {
        for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity()}) {
            Command command;
            command.*member = bad;
            CHECK(sut.set_input(command) == InputStatus::rejected);
        }
    }
    CHECK(sut.input().brake == 0.5);

    Command wild{2.0, 1.5, -0.5, static_cast<Gear>(7), false};
    CHECK(sut.set_input(wild) == InputStatus::clamped);
    CHECK(sut.input().steer_rad == sut.vehicle().steering.max_angle_rad);
    CHECK(sut.input().throttle == 1.0);
    CHECK(sut.input().brake == 0.0);
    CHECK(sut.input().gear == Gear::drive);
    CHECK(sut.input_counters().accepted == 1);
    CHECK(sut.input_counters().clamped == 1);
    CHECK(sut.input_counters().rejected == 9);
}

TEST_CASE("a tick with zero duration has no effect") {
    SimSession sut = make_session();
    CHECK(sut.tick(SimDuration{0}) == StepStatus::invalid_duration);
    CHECK(sut.tick(SimDuration{-5}) == StepStatus::invalid_duration);
    CHECK(sut.output().sim_time.count() == 0);
}

TEST_CASE("a run after a reset is bit-identical, whatever ran before") {
    SimSession sut = make_session();
    const auto drive = [&] {
        sut.reset(rolling_state(sut.vehicle(), 3.0, -2.0, 0.7, 12.0));
        Command command{0.05, 0.3, 0.0, Gear::drive, false};
        sut.set_input(command);
        for (int i = 0; i < 500; ++i) REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        return sut.output();
    };
    const Output first = drive();
    sut.set_input(Command{-0.3, 1.0, 0.0, Gear::reverse, true});
    for (int i = 0; i < 100; ++i) REQUIRE(sut.tick(millisecond) == StepStatus::ok);
    const Output second = drive();
    CHECK(first.sim_time == second.sim_time);
    CHECK(first.state.position_m == second.state.position_m);
    CHECK(first.state.wheel_spin_radps == second.state.wheel_spin_radps);
    CHECK(first.tyre_force_y_n == second.tyre_force_y_n);
    CHECK(sut.input_counters().accepted == 1);
}

TEST_CASE("reset rejects a state that is not finite") {
    SimSession sut = make_session();
    State state;
    state.yaw_rad = std::nan("");
    CHECK_THROWS_AS(sut.reset(state), std::invalid_argument);
}

TEST_CASE("a session with missing parts or invalid parameters is rejected") {
    CHECK_THROWS_AS(SimSession(nullptr, create_flat_ground()), std::invalid_argument);
    CHECK_THROWS_AS(SimSession(create_seven_dof(), nullptr), std::invalid_argument);
    SessionConfig config;
    config.vehicle.body.mass_kg = -1.0;
    CHECK_THROWS_WITH_AS(SimSession(create_seven_dof(), create_flat_ground(), config),
                         "body.mass_kg: must be 10 to 100000, is -1", std::invalid_argument);
}

TEST_CASE("the car is at the height of the ground") {
    SimSession sut(create_seven_dof(), create_flat_ground(7.0));
    CHECK(sut.state().position_m.z() == doctest::Approx(7.55));
}

TEST_CASE("commands and outputs are passed between threads without tearing") {
    SimSession sut = make_session();
    std::atomic<bool> done{false};
    std::thread producer([&] {
        for (int i = 0; !done; i = (i + 1) % 100) {
            // The sum of throttle and brake is always one, unless a command is torn.
            const double part = 0.01 * i;
            sut.set_input(Command{0.0, part, 1.0 - part, Gear::drive, false});
        }
    });
    bool whole = true;
    for (int i = 0; i < 2000; ++i) {
        REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        const Output out = sut.output();
        const double total = out.throttle_applied + out.brake_applied;
        whole = whole && (total == 0.0 || std::abs(total - 1.0) < 1e-12);
    }
    done = true;
    producer.join();
    CHECK(whole);
}

}  // namespace sim_session_test
