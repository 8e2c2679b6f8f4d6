// SPDX-License-Identifier: MIT
#include "command_parts.hpp"

#include "loop/arbiter.hpp"

#include <doctest/doctest.h>

namespace arbiter_test {

using namespace gateway;
using namespace gateway::tests;

Command steering(double rad) {
    PedalCommand pedals;
    pedals.steer_rad = rad;
    return {pedals, {}};
}

/// Steers by -1 and counts how often it got its inputs.
struct Program : Controller {
    Cycle run_cycle(const CycleInput&) override {
        ++cycles;
        Cycle cycle;
        cycle.status = status_of_cycle;
        cycle.command = steering(-1);
        cycle.command.state = state;
        cycle.execution_time = std::chrono::milliseconds(3);
        return cycle;
    }
    std::string explain() const override { return "the program has ended"; }
    int cycles = 0;
    std::optional<VehicleStateCommand> state;
    CycleStatus status_of_cycle = CycleStatus::ok;
};

/// Steers by `steer_rad` while it has a value.
struct FakeDriver : ManualController {
    Cycle run_cycle(const CycleInput&) override {
        Cycle cycle;
        cycle.is_failsafe = !steer_rad;
        cycle.command = steering(steer_rad.value_or(0));
        cycle.command.state = state;
        return cycle;
    }
    void look(const CycleInput&) override { ++looks; }
    bool gives_back() const override { return has_released; }
    void on_change_over(bool has_vehicle, const Feedback&) override { drives = has_vehicle; }
    bool has_new_command() const override { return steer_rad.has_value(); }
    std::string name() const override { return "a driver"; }
    std::string explain() const override { return {}; }
    std::optional<double> steer_rad;
    std::optional<VehicleStateCommand> state;
    bool has_released = false;
    bool drives = false;
    int looks = 0;
};

struct Scene {
    Scene() {
        auto owned_program = std::make_unique<Program>();
        program = owned_program.get();
        std::vector<std::unique_ptr<ManualController>> owned;
        for (FakeDriver*& driver : drivers) {
            auto one = std::make_unique<FakeDriver>();
            driver = one.get();
            owned.push_back(std::move(one));
        }
        sut = std::make_unique<Arbiter>(std::move(owned_program), std::move(owned), control,
                                        [&](const std::string& text) { messages.push_back(text); });
    }
    Cycle cycle() { return sut->run_cycle({SimTime(0), SimTime(0), feedback, trajectory}); }
    double steered() { return pedals_of(cycle().command).steer_rad; }

    Feedback feedback;
    Trajectory trajectory;
    RunControl control;
    std::vector<std::string> messages;
    Program* program = nullptr;
    FakeDriver* drivers[2] = {};
    std::unique_ptr<Arbiter> sut;
};

TEST_CASE("the program drives until the first manual command, and always receives its inputs") {
    Scene scene;
    CHECK(scene.steered() == -1);
    CHECK_FALSE(scene.sut->status().is_manual);
    scene.drivers[0]->steer_rad = 0.5;
    CHECK(scene.steered() == 0.5);
    CHECK(scene.cycle().execution_time == std::chrono::milliseconds(3));
    CHECK(scene.sut->status().is_manual);
    CHECK(scene.program->cycles == 3);
    CHECK(scene.drivers[1]->looks == 3);
    CHECK(scene.messages.size() == 1);
}

TEST_CASE("a driver that times out keeps the vehicle in fail-safe") {
    Scene scene;
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    scene.drivers[0]->steer_rad.reset();
    CHECK(scene.cycle().is_failsafe);
    CHECK(scene.sut->status().is_manual);
}

TEST_CASE("a driver's time-out is counted and reported once, and so is its end") {
    Scene scene;
    scene.cycle();
    CHECK(scene.sut->status().manual_timeouts == 0);  // no driver has the vehicle
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    scene.drivers[0]->steer_rad.reset();
    for (int i = 0; i < 3; ++i) scene.cycle();
    CHECK(scene.sut->status().manual_timeouts == 1);
    REQUIRE(scene.messages.size() == 2);
    CHECK(scene.messages.back() ==
          "a driver timed out; fail-safe command active until it drives again or is released");
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    CHECK(scene.messages.back() == "a driver drives again");
    scene.drivers[0]->steer_rad.reset();
    scene.cycle();
    CHECK(scene.sut->status().manual_timeouts == 2);
}

TEST_CASE("only a release returns the vehicle to the program, and each takeover is counted") {
    Scene scene;
    ++scene.control.releases;  // nothing to release
    CHECK(scene.steered() == -1);
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    scene.drivers[0]->steer_rad.reset();
    ++scene.control.releases;
    CHECK(scene.steered() == -1);
    CHECK_FALSE(scene.sut->status().is_manual);
    CHECK(scene.sut->status().change_overs == 2);
}

TEST_CASE(
    "with two drivers the active one keeps the vehicle, and the first of the list has priority") {
    Scene scene;
    scene.drivers[1]->steer_rad = 0.2;
    CHECK(scene.steered() == 0.2);
    scene.drivers[0]->steer_rad = 0.1;
    CHECK(scene.steered() == 0.2);
    ++scene.control.releases;
    CHECK(scene.steered() == -1);
    CHECK(scene.steered() == 0.1);
}

TEST_CASE("a driver can release and take over again without the program") {
    Scene scene;
    FakeDriver& driver = *scene.drivers[0];
    driver.steer_rad = 0.5;
    scene.cycle();
    CHECK(driver.drives);
    driver.has_released = true;
    CHECK(scene.steered() == -1);
    CHECK_FALSE(driver.drives);
    CHECK(scene.steered() == 0.5);
    CHECK(scene.sut->status().change_overs == 3);
}

TEST_CASE("a vehicle returns to the program in the state at its takeover") {
    Scene scene;
    FakeDriver& driver = *scene.drivers[0];
    scene.feedback.report.gear = Gear::drive;
    scene.feedback.report.headlight = Headlight::on;
    CHECK_FALSE(scene.cycle().command.state);
    driver.steer_rad = 0.5;
    driver.state = VehicleStateCommand{};
    driver.state->gear = Gear::reverse;
    driver.state->horn = driver.state->hand_brake = true;
    CHECK(state_command_of(scene.cycle().command).gear == Gear::reverse);
    scene.feedback.report.gear = Gear::reverse;
    scene.feedback.report.headlight = Headlight::high;
    driver.steer_rad.reset();
    ++scene.control.releases;
    const VehicleStateCommand state = state_command_of(scene.cycle().command);
    CHECK(state.gear == Gear::drive);
    CHECK(state.headlight == Headlight::on);
    CHECK_FALSE(state.horn);
    CHECK_FALSE(state.hand_brake);
    CHECK_FALSE(scene.cycle().command.state);  // once
}

TEST_CASE("a program that commands a state gets that state at a release") {
    Scene scene;
    scene.feedback.report.gear = Gear::drive;
    scene.feedback.report.wiper = Wiper::low;
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    scene.drivers[0]->steer_rad.reset();
    ++scene.control.releases;
    scene.program->state.emplace().gear = Gear::neutral;
    const VehicleStateCommand state = state_command_of(scene.cycle().command);
    CHECK(state.gear == Gear::neutral);
    CHECK(state.wiper == Wiper::low);
}

TEST_CASE("a program that has ended ends the run, also during manual control") {
    Scene scene;
    scene.drivers[0]->steer_rad = 0.5;
    scene.cycle();
    scene.program->status_of_cycle = CycleStatus::peer_lost;
    CHECK(scene.cycle().status == CycleStatus::peer_lost);
    CHECK(scene.sut->explain() == "the program has ended");
}

}  // namespace arbiter_test
