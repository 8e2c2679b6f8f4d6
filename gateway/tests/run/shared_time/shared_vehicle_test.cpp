// SPDX-License-Identifier: MIT
#include "shared_time/shared_vehicle.hpp"
#include "loop/loop.hpp"
#include "shared_time/shared_pacer.hpp"
#include "time/measured_pacer.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace shared_vehicle_test {

using namespace std::chrono_literals;
using gateway::ActuationCommand;
using gateway::Command;
using gateway::Level;
using gateway::MeasuredTiming;
using gateway::OutputDelay;
using gateway::Participant;
using gateway::PedalCommand;
using gateway::SharedTime;
using gateway::SharedVehicle;
using gateway::SimTime;

const gateway::Log no_log = [](const std::string&) {};

/// A command of pedals, or of actuation with the accelerator for the throttle.
struct Applied {
    int at_ms;
    double steer, throttle, brake;
    bool operator==(const Applied& other) const {
        return std::tie(at_ms, steer, throttle, brake) ==
               std::tie(other.at_ms, other.steer, other.throttle, other.brake);
    }
};

/// Reports the number of its steps of 1 ms as its position, and stores its commands.
struct StepVehicle : gateway::Vehicle {
    StepVehicle(std::vector<Applied>& log, Level of_commands) : applied(log), level(of_commands) {}
    SimTime step() const override { return 1ms; }
    bool takes(Level asked) const override { return asked == level; }
    plant::InputStatus apply(const Command& command) override {
        if (const auto* pedals = std::get_if<PedalCommand>(&command.control))
            applied.push_back({steps, pedals->steer_rad, pedals->throttle, pedals->brake});
        if (const auto* given = std::get_if<ActuationCommand>(&command.control))
            applied.push_back({steps, given->steer, given->accel, given->brake});
        return plant::InputStatus::accepted;
    }
    bool advance() override {
        shown.state.position_m.x() = ++steps;
        return true;
    }
    const gateway::Feedback& feedback() const override { return shown; }
    std::string explain() const override { return {}; }

    std::vector<Applied>& applied;
    Level level;
    gateway::Feedback shown;
    int steps = 0;
};

/// Outputs the reported position, in ms, in all fields of its command.
struct PositionController : gateway::Controller {
    gateway::Cycle run_cycle(const gateway::CycleInput& input) override {
        gateway::Cycle cycle;
        const double place = input.feedback.state.position_m.x();
        seen.push_back(place);
        cycle.is_failsafe = input.now >= silent_from;
        if (input.now >= fails_at) cycle.status = gateway::CycleStatus::peer_lost;
        if (level == Level::actuation)
            cycle.command.control = ActuationCommand{place, place, place};
        else
            cycle.command.control = PedalCommand{place, place, place};
        return cycle;
    }
    std::string explain() const override { return {}; }

    Level level = Level::pedals;
    std::vector<double> seen;
    SimTime silent_from = SimTime::max();
    SimTime fails_at = SimTime::max();
};

struct Driver {
    MeasuredTiming timing;
    std::vector<const char*> outputs;
    PositionController controller{};
    gateway::LoopResult result{};
};

/// Two loops that drive one vehicle, each in a separate thread.
struct Scene {
    Scene(SimTime owner_cycle, SimTime second_cycle, OutputDelay delay = OutputDelay::reference) {
        owner.timing.cycle_duration = owner_cycle;
        second.timing.cycle_duration = second_cycle;
        owner.timing.output_delay = second.timing.output_delay = delay;
        for (Driver* driver : {&owner, &second}) driver->timing.constant_execution_time = 1500us;
        owner.outputs = {"set_steering"};
        second.outputs = {"set_gas", "set_braking"};
    }

    void run(SimTime duration) {
        SharedTime time({"owner", "guest"}, stop);
        SharedVehicle sut(std::make_unique<StepVehicle>(applied, level), failsafe, time, {0, 1},
                          gateway::create_filters({rules, 2.7, nullptr}));
        std::thread thread([&] { drive(time, sut, 1, second, duration); });
        drive(time, sut, 0, owner, duration);
        thread.join();
    }

    void drive(SharedTime& time, SharedVehicle& sut, std::size_t index, Driver& driver,
               SimTime duration) {
        Participant participant{time, index, duration, no_log};
        gateway::RunParts parts;
        auto controller = std::make_unique<PositionController>(driver.controller);
        controller->level = level;
        const PositionController& seen = *controller;
        parts.controller = std::move(controller);
        parts.vehicle = sut.view_for(participant);
        parts.pacer = std::make_unique<gateway::SharedPacer>(
            std::make_unique<gateway::MeasuredPacer>(driver.timing), participant);
        std::vector<gateway::DrivenPort> outputs;
        for (const char* name : driver.outputs)
            outputs.push_back({name, gateway::find_output_signal(name)});
        sut.connect(index, outputs);
        time.announce(index, 0ms);
        time.await_others(index, 0ms, no_log);
        driver.result = gateway::Loop(parts).run(duration, stop);
        driver.controller = seen;
        sut.leave(index);
        time.leave(index);
    }

    std::atomic<bool> stop{false};
    Level level = Level::pedals;
    gateway::Failsafe failsafe;
    std::optional<gateway::vehicle_interface::SafetyOptions> rules;
    Driver owner, second;
    std::vector<Applied> applied;
};

TEST_CASE("each program of a vehicle gets its state at its cycles, and sets its parts") {
    const tests::Watchdog watchdog;
    Scene scene(10ms, 15ms);
    scene.run(40ms);
    CHECK(scene.owner.controller.seen == std::vector<double>{0, 10, 20, 30});
    CHECK(scene.second.controller.seen == std::vector<double>{0, 15, 30});
    CHECK(scene.applied ==
          std::vector<Applied>{{10, 0, 0, 0}, {15, 0, 0, 0}, {20, 10, 0, 0}, {30, 20, 15, 15}});
    CHECK(scene.owner.result.sim_time == 40ms);
    CHECK(scene.second.result.sim_time == 40ms);
}

TEST_CASE("a program that gives only the desired velocity leaves the rest to the others") {
    PedalCommand advice;
    advice.throttle = 0.5;
    advice.aux_speed_target_mps = 12;
    Command merged;
    gateway::merge({advice, {}}, gateway::find_output_signal("aux_speed_target")->sets, merged);
    CHECK(std::get<PedalCommand>(merged.control).aux_speed_target_mps == 12);
    CHECK(std::get<PedalCommand>(merged.control).throttle == 0);
}

TEST_CASE("programs of an actuation vehicle each set parts of an actuation command") {
    const tests::Watchdog watchdog;
    Scene scene(10ms, 15ms);
    scene.level = Level::actuation;
    scene.owner.outputs = {"steer_cmd"};
    scene.second.outputs = {"accel_cmd", "brake_cmd"};
    scene.run(40ms);
    const std::vector<Applied> expected{
        {10, 0, 0, 0}, {15, 0, 0, 0}, {20, 10, 0, 0}, {30, 20, 15, 15}};
    CHECK(scene.applied == expected);

    Scene other(10ms, 15ms);
    other.level = Level::actuation;
    other.owner.outputs = {"accel_cmd"};
    other.second.outputs = {"steer_cmd"};  // no program sets the brake
    other.run(40ms);
    REQUIRE(other.applied.size() == 4);
    CHECK(other.applied[3] == Applied{30, 15, 20, 0});
}

TEST_CASE("the rules of a vehicle apply to the merged command, and to its fail-safe command") {
    const tests::Watchdog watchdog;
    Scene scene(10ms, 10ms, OutputDelay::none);
    auto& modes = scene.rules.emplace().config.modes;
    for (const auto of_changes : {gateway::vehicle_interface::Rule::rate,
                                  gateway::vehicle_interface::Rule::brake_over_throttle})
        modes[static_cast<std::size_t>(of_changes)] = gateway::vehicle_interface::RuleMode::off;
    scene.second.controller.silent_from = 20ms;
    scene.run(30ms);
    const double most_rad = static_cast<double>(0.331F);
    CHECK(scene.applied ==
          std::vector<Applied>{{0, 0, 0, 0}, {10, most_rad, 1, 1}, {20, 0, 0, 0.4}});
}

TEST_CASE("commands are merged when they take effect, not in the order of the loops") {
    const tests::Watchdog watchdog;
    Scene at_once(10ms, 4ms, OutputDelay::none);
    at_once.run(12ms);
    CHECK(at_once.applied ==
          std::vector<Applied>{{0, 0, 0, 0}, {4, 0, 4, 4}, {8, 0, 8, 8}, {10, 10, 8, 8}});
    Scene after_execution(10ms, 4ms, OutputDelay::execution_time);
    after_execution.run(14ms);
    CHECK(after_execution.applied ==
          std::vector<Applied>{{2, 0, 0, 0}, {6, 0, 4, 4}, {10, 0, 8, 8}, {12, 10, 8, 8}});
}

TEST_CASE("the commands of a shared vehicle are equal in a hundred runs") {
    const tests::Watchdog watchdog;
    Scene first(7ms, 3ms, OutputDelay::execution_time);
    first.run(100ms);
    for (int i = 0; i < 100; ++i) {
        Scene again(7ms, 3ms, OutputDelay::execution_time);
        again.run(100ms);
        CHECK(again.applied == first.applied);
        CHECK(again.second.controller.seen == first.second.controller.seen);
    }
}

TEST_CASE(
    "a vehicle is in fail-safe while one of its programs has no command, and after it has left") {
    const tests::Watchdog watchdog;
    Scene silent(10ms, 10ms, OutputDelay::none);
    silent.second.controller.silent_from = 20ms;
    silent.run(30ms);
    CHECK(silent.applied == std::vector<Applied>{{0, 0, 0, 0}, {10, 10, 10, 10}, {20, 10, 0, 0.4}});

    Scene ended(10ms, 10ms, OutputDelay::none);
    ended.second.controller.fails_at = 20ms;
    ended.run(40ms);
    CHECK(ended.second.result.end == gateway::LoopEnd::controller);
    CHECK(ended.owner.result.end == gateway::LoopEnd::duration);
    REQUIRE(ended.applied.size() == 4);
    CHECK(ended.applied[2] == Applied{20, 10, 0, 0.4});
    CHECK(ended.applied[3] == Applied{30, 10, 0, 0.4});
}

TEST_CASE("a program that drives another's vehicle ends with that program") {
    const tests::Watchdog watchdog;
    Scene scene(10ms, 4ms);
    scene.owner.controller.fails_at = 20ms;
    scene.run(1s);
    CHECK(scene.owner.result.end == gateway::LoopEnd::controller);
    CHECK(scene.second.result.end == gateway::LoopEnd::vehicle);
    CHECK(scene.second.result.sim_time == 23ms);  // before its next cycle
}

TEST_CASE("programs that set the same part or drive at different levels cannot share a vehicle") {
    const auto outputs = [](const char* program, std::vector<const char*> names) {
        gateway::DriverOutputs result{program, {}};
        for (const char* name : names)
            result.ports.push_back({name, gateway::find_output_signal(name)});
        return result;
    };
    const auto lead = outputs("lead", {"set_steering", "set_gas"});
    CHECK(gateway::conflict(lead, outputs("brakes", {"set_braking"})).empty());
    CHECK(gateway::conflict(lead, outputs("other", {"set_braking", "gripped_torque"})) ==
          "ports 'set_gas' of 'lead' and 'gripped_torque' of 'other' drive one vehicle: both set "
          "the pedals; keep one of them");
    CHECK(gateway::conflict(lead, outputs("other", {"gear_cmd"})) ==
          "ports 'set_gas' of 'lead' and 'gear_cmd' of 'other' drive one vehicle: both set the "
          "gear; keep one of them");
    CHECK(gateway::conflict(lead, outputs("other", {"brake_cmd"})) ==
          "ports 'set_steering' of 'lead' and 'brake_cmd' of 'other' drive one vehicle: one sets a "
          "driver's pedals and steering, the other actuators; keep one kind");
}

}  // namespace shared_vehicle_test
