// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/scenario.hpp>
#include "numbers.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

namespace snapshot_test {

using namespace plant;

namespace {

using Factory = std::unique_ptr<VehicleDynamics> (*)();

template <Model model, Compatibility compatibility>
std::unique_ptr<VehicleDynamics> create() {
    ActuationParams params;
    params.compatibility = compatibility;
    params.mechanical.torque_delay_time_s = 0.05;
    return create_model(model, params);
}

constexpr auto corrected = Compatibility::corrected;
constexpr auto reference = Compatibility::reference;
const std::vector<Factory> all_models{create_kinematic,
                                      create_bicycle,
                                      create_seven_dof,
                                      create_fourteen_dof,
                                      create<Model::actuation_cmd, corrected>,
                                      create<Model::actuation_cmd_vgr, reference>,
                                      create<Model::actuation_cmd_steer_map, corrected>,
                                      create<Model::actuation_cmd_mechanical, corrected>,
                                      create<Model::actuation_cmd_mechanical, reference>};

/// A session with every effect that has a state.
std::unique_ptr<SimSession> make_session(Factory factory) {
    SessionConfig config;
    config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
    config.sensors = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    auto session = std::make_unique<SimSession>(factory(), create_flat_ground(), config);
    session->reset(rolling_state(session->vehicle(), 1.0, 2.0, 0.3, 15.0));
    return session;
}

/// Ticks with commands that depend only on simulated time.
void drive(SimSession& session, int ticks) {
    for (int i = 0; i < ticks; ++i) {
        const double t = 1e-9 * static_cast<double>(session.output().sim_time.count());
        Command command;
        command.steer_rad = 0.1 * std::sin(3.0 * t);
        command.throttle = t < 1.0 ? 0.4 : 0.0;
        command.brake = t < 1.0 ? 0.0 : 0.5;
        command.actuation = {command.throttle, command.brake, 10.0 * command.steer_rad};
        session.set_input(command);
        REQUIRE(session.tick(millisecond) == StepStatus::ok);
    }
}

}  // namespace

TEST_CASE("after a restore the run is bit-identical") {
    for (const Factory factory : all_models) {
        const auto sut = make_session(factory);
        drive(*sut, 777);
        const Snapshot middle = sut->snapshot();
        drive(*sut, 900);
        const Snapshot end = sut->snapshot();
        sut->restore(middle);
        CHECK(sut->snapshot() == middle);
        drive(*sut, 900);
        CHECK(sut->snapshot() == end);
    }
}

TEST_CASE("reading outputs at each tick or never gives bit-identical results") {
    for (const Factory factory : all_models) {
        const auto asked = make_session(factory);
        const auto left_alone = make_session(factory);
        for (const auto* session : {&asked, &left_alone}) {
            (*session)->set_input(Command{0.05, 0.4, 0.0, Gear::drive, false, {0.4, 0.0, 0.5}});
            for (int i = 0; i < 507; ++i) {
                REQUIRE((*session)->tick(millisecond) == StepStatus::ok);
                if (session == &asked) static_cast<void>((*session)->output());
            }
        }
        CHECK(asked->snapshot() == left_alone->snapshot());
    }
}

namespace {

/// A plane with an end: beyond `end_m` the friction is NaN.
struct EndingGround : Ground {
    explicit EndingGround(double end_m) : end(end_m) {}
    Contact at(double x_m, double) const override {
        Contact contact;
        if (x_m > end) contact.friction = contact.normal.x() = std::nan("");
        return contact;
    }
    double end;
};

}  // namespace

TEST_CASE("after a fault a session reports the tick before, also if outputs were never read") {
    for (const Factory factory : all_models) {
        for (const int steps_a_tick : {1, 4}) {
            const auto end_of = [&](bool is_asked) {
                SimSession sut(factory(), std::make_unique<EndingGround>(3.0));
                sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 15.0));
                sut.set_input(Command{0.05, 0.4, 0.0, Gear::drive, false, {0.4, 0.0, 0.05}});
                StepStatus status = StepStatus::ok;
                for (int i = 0; i < 1000 && status == StepStatus::ok; ++i) {
                    if (is_asked) static_cast<void>(sut.output());
                    status = sut.tick(steps_a_tick * millisecond);
                }
                REQUIRE(status == StepStatus::non_finite_state);
                return sut.output();
            };
            Output asked = end_of(true);
            Output not_asked = end_of(false);
            CHECK(asked.sim_time.count() > 0);
            CHECK(asked.sim_time == not_asked.sim_time);
            std::vector<double> numbers;
            for_each_number(asked, [&](double x) { numbers.push_back(x); });
            std::size_t next = 0;
            for_each_number(not_asked, [&](double x) { CHECK(x == numbers[next++]); });
        }
    }
}

TEST_CASE("a snapshot can be restored into another session of the same kind") {
    for (const Factory factory : all_models) {
        const auto first = make_session(factory);
        const auto second = make_session(factory);
        drive(*first, 500);
        drive(*second, 123);
        second->restore(first->snapshot());
        drive(*first, 500);
        drive(*second, 500);
        CHECK(first->snapshot() == second->snapshot());
        CHECK(first->output().sensors.items == second->output().sensors.items);
    }
}

TEST_CASE("the same seed gives the same bytes, whatever ran before") {
    for (const Factory factory : all_models) {
        const auto sut = make_session(factory);
        drive(*sut, 400);
        const Snapshot fresh = sut->snapshot();
        drive(*sut, 333);
        sut->reset(rolling_state(sut->vehicle(), 1.0, 2.0, 0.3, 15.0));
        drive(*sut, 400);
        CHECK(sut->snapshot() == fresh);
    }
}

TEST_CASE("a snapshot of another kind of session is rejected") {
    const auto planar = make_session(create_seven_dof);
    const auto kinematic = make_session(create_kinematic);
    CHECK_THROWS_AS(kinematic->restore(planar->snapshot()), std::invalid_argument);
    CHECK_THROWS_AS(planar->restore(kinematic->snapshot()), std::invalid_argument);
    Snapshot cut = planar->snapshot();
    cut.pop_back();
    CHECK_THROWS_AS(planar->restore(cut), std::invalid_argument);
}

TEST_CASE("a snapshot of another model, of other parameters or with invalid numbers is rejected") {
    const auto sut = make_session(create_seven_dof);
    CHECK_THROWS_WITH_AS(sut->restore(make_session(create_bicycle)->snapshot()),
                         "snapshot: is of another model or other parameters",
                         std::invalid_argument);
    SessionConfig heavier;
    heavier.vehicle.body.mass_kg += 1.0;
    SessionConfig stiffer;
    stiffer.tyre.lateral.b += 0.1;
    SessionConfig coarser;
    coarser.solver.max_step *= 2;
    SessionConfig later;
    later.actuator.steer.dead_time_s = 0.01;
    SimSession plain(create_seven_dof(), create_flat_ground());
    for (const SessionConfig& other : {heavier, stiffer, coarser, later}) {
        SimSession from(create_seven_dof(), create_flat_ground(), other);
        CHECK_THROWS_AS(plain.restore(from.snapshot()), std::invalid_argument);
    }
    // The first number of the state is the third word, after two that identify the session.
    Snapshot broken = plain.snapshot();
    const double nan = std::nan("");
    std::memcpy(&broken[2], &nan, sizeof nan);
    CHECK_THROWS_WITH_AS(plain.restore(broken), "snapshot: must be finite", std::invalid_argument);
    for (const double too_large : {1.8e307, 1e13, -1e13}) {
        std::memcpy(&broken[2], &too_large, sizeof too_large);
        CHECK_THROWS_WITH_AS(plain.restore(broken), "snapshot: must be within -1e12 and 1e12",
                             std::invalid_argument);
    }
    plain.reset(State{});
    CHECK_NOTHROW(plain.restore(SimSession(create_seven_dof(), create_flat_ground()).snapshot()));
}

TEST_CASE("after a fault a session keeps its state until it is reset") {
    SimSession sut(create_seven_dof(), create_flat_ground(0.0, 1e300));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
    sut.set_input(Command{0.3, 0.0, 1.0, Gear::drive, false});
    StepStatus status = StepStatus::ok;
    for (int i = 0; i < 1000 && status == StepStatus::ok; ++i) status = sut.tick(millisecond);
    CHECK(status == StepStatus::non_finite_state);
    CHECK(std::string(sut.fault()) != "");
    const Output kept = sut.output();
    CHECK(std::isfinite(kept.state.velocity_mps.norm()));
    CHECK(sut.tick(millisecond) == StepStatus::non_finite_state);
    CHECK(sut.output().sim_time == kept.sim_time);
    sut.reset(State{});
    CHECK(std::string(sut.fault()) == "");
}

TEST_CASE("every accepted command can be restored from a snapshot") {
    const auto sut = make_session(create<Model::actuation_cmd_steer_map, corrected>);
    Command command;
    command.actuation = {1e300, -1e300, 1e300};
    CHECK(sut->set_input(command) == InputStatus::clamped);
    for (int i = 0; i < 500; ++i) REQUIRE(sut->tick(millisecond) == StepStatus::ok);
    CHECK_NOTHROW(sut->restore(sut->snapshot()));
}

TEST_CASE("a snapshot with a command beyond the limits of the vehicle is rejected") {
    SimSession sut(create_seven_dof(), create_flat_ground());
    sut.set_input(Command{0.1, 0.34375, 0.0});
    Snapshot snapshot = sut.snapshot();
    double throttle = 0.34375;
    std::uint64_t word = 0;
    std::memcpy(&word, &throttle, sizeof word);
    const auto place = std::find(snapshot.begin(), snapshot.end(), word);
    REQUIRE(place != snapshot.end());
    CHECK_NOTHROW(sut.restore(snapshot));
    throttle = 7.0;
    std::memcpy(&*place, &throttle, sizeof throttle);
    CHECK_THROWS_WITH_AS(sut.restore(snapshot),
                         "snapshot: has a command beyond the vehicle's limits",
                         std::invalid_argument);
}

}  // namespace snapshot_test
