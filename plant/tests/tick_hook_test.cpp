// SPDX-License-Identifier: MIT
#include <plant/model.hpp>
#include <plant/scenario.hpp>
#include <plant/sim_session.hpp>
#include <plant/tick_together.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <vector>

namespace tick_hook_test {

using namespace plant;

constexpr SimDuration millisecond{1'000'000};
constexpr std::size_t count = 8;

/// Adds to the applied steering and multiplies the friction of one wheel.
class Change : public TickHook {
  public:
    void begin_tick(Command& applied, const TickBegin& tick) noexcept override {
        CHECK(tick.dt == millisecond);
        CHECK(tick.now == ticks++ * millisecond);
        x_m = tick.state.position_m.x();
        applied.steer_rad += 0.05;
    }
    void change_contact(Contact& contact, const WheelPlace& place) noexcept override {
        places.at(place.wheel) = place;
        if (place.wheel == rear_left) contact.friction *= 0.5;
    }

    int ticks = 0;
    double x_m = 0;
    std::array<WheelPlace, 4> places{};
};

/// Changes nothing.
class Idle : public TickHook {};

std::unique_ptr<SimSession> make_session(Model model) {
    SessionConfig config;
    config.actuator = load_actuator(std::string(PLANT_DATA) + "/actuator/sedan.yaml");
    config.sensors = load_sensors(std::string(PLANT_DATA) + "/sensor/sedan.yaml");
    auto session = std::make_unique<SimSession>(create_model(model), create_flat_ground(), config);
    session->reset(rolling_state(session->vehicle(), 1.0, 2.0, 0.3, 15.0));
    return session;
}

Command command_at(int tick) {
    Command command;
    command.steer_rad = 0.03 * std::sin(0.01 * tick);
    command.throttle = 0.3;
    return command;
}

void drive(SimSession& session, int ticks) {
    for (int i = 0; i < ticks; ++i) {
        session.set_input(command_at(i));
        REQUIRE(session.tick(millisecond) == StepStatus::ok);
    }
}

TEST_CASE("a hook that changes nothing does not change a bit") {
    for (const Model model :
         {Model::kinematic, Model::bicycle, Model::seven_dof, Model::fourteen_dof}) {
        const auto without = make_session(model), with = make_session(model);
        Idle hook;
        with->set_hook(&hook);
        drive(*without, 500);
        drive(*with, 500);
        CHECK(with->snapshot() == without->snapshot());
    }
}

TEST_CASE("a hook changes the applied command and the road below a wheel") {
    const auto session = make_session(Model::seven_dof);
    Change hook;
    session->set_hook(&hook);
    const double x_m = session->state().position_m.x();
    session->set_input({});
    REQUIRE(session->tick(millisecond) == StepStatus::ok);
    CHECK(hook.x_m == x_m);
    const Output output = session->output();
    CHECK(output.steer_applied_rad == 0.05);
    CHECK(output.friction == PerWheel{1, 1, 0.5, 1});
    session->set_hook(nullptr);
    REQUIRE(session->tick(millisecond) == StepStatus::ok);
    CHECK(session->output().friction == PerWheel{1, 1, 1, 1});
}

TEST_CASE("a hook gets the places of the wheels") {
    const auto session = make_session(Model::kinematic);
    const BodyParams& body = session->vehicle().body;
    session->reset(rolling_state(session->vehicle(), 10.0, 20.0, 0.0, 0.0));
    Change hook;
    session->set_hook(&hook);
    REQUIRE(session->tick(millisecond) == StepStatus::ok);
    const double rear_m = 10.0 + body.cg_to_front_axle_m - body.wheelbase_m;
    CHECK(hook.places[front_left].x_m == doctest::Approx(10.0 + body.cg_to_front_axle_m));
    CHECK(hook.places[front_left].y_m == doctest::Approx(20.0 + body.track_front_m / 2));
    CHECK(hook.places[rear_right].x_m == doctest::Approx(rear_m));
    CHECK(hook.places[rear_right].y_m == doctest::Approx(20.0 - body.track_rear_m / 2));
}

TEST_CASE("sessions with hooks that are ticked together are bit-identical to single ones") {
    std::vector<std::unique_ptr<SimSession>> together, single;
    std::vector<Change> hooks(2 * count);
    std::vector<SimSession*> pointers;
    for (std::size_t i = 0; i < count; ++i) {
        together.push_back(make_session(Model::seven_dof));
        single.push_back(make_session(Model::seven_dof));
        pointers.push_back(together.back().get());
        if (i % 2 == 0) continue;
        together[i]->set_hook(&hooks[i]);
        single[i]->set_hook(&hooks[count + i]);
    }
    std::vector<StepStatus> statuses(count);
    for (int tick = 0; tick < 300; ++tick) {
        for (SimSession* session : pointers) session->set_input(command_at(tick));
        tick_together(pointers.data(), count, millisecond, statuses.data());
    }
    for (const auto& session : single) drive(*session, 300);
    for (std::size_t i = 0; i < count; ++i) {
        CAPTURE(i);
        CHECK(together[i]->snapshot() == single[i]->snapshot());
    }
    CHECK(together[0]->snapshot() != together[1]->snapshot());
}

TEST_CASE("a hook that is set again continues a restored session bit-identically") {
    const auto session = make_session(Model::fourteen_dof);
    Change hook, again;
    session->set_hook(&hook);
    drive(*session, 200);
    const Snapshot middle = session->snapshot();
    drive(*session, 200);
    const Snapshot end = session->snapshot();
    session->set_hook(&again);
    again.ticks = 200;
    session->restore(middle);
    drive(*session, 200);
    CHECK(session->snapshot() == end);
}

}  // namespace tick_hook_test
