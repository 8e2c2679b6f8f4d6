// SPDX-License-Identifier: MIT
#include "loop/loop.hpp"
#include "time/measured_pacer.hpp"
#include "time/wall_clock_pacer.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace loop_test {

using namespace std::chrono_literals;
using gateway::LoopEnd;
using gateway::MeasuredTiming;
using gateway::OutputDelay;
using gateway::SimTime;

/// Counts its steps and stores the step at which each command arrived.
struct CountingVehicle : gateway::Vehicle {
    SimTime step() const override { return 1ms; }
    bool takes(gateway::Level level) const override { return level == gateway::Level::pedals; }
    plant::InputStatus apply(const gateway::Command& command) override {
        applied.emplace_back(steps, std::get<gateway::PedalCommand>(command.control).steer_rad);
        states.push_back(command.state);
        return plant::InputStatus::accepted;
    }
    bool advance() override { return ++steps < fails_at; }
    const gateway::Feedback& feedback() const override { return shown; }
    std::string explain() const override { return "failed"; }

    gateway::Feedback shown;
    int steps = 0;
    int fails_at = 1'000'000;
    std::vector<std::pair<int, double>> applied;
    std::vector<std::optional<gateway::VehicleStateCommand>> states;
};

/// Steers by the number of its cycle.
struct CountingController : gateway::Controller {
    gateway::Cycle run_cycle(const gateway::CycleInput& input) override {
        elapsed.push_back(input.since_last);
        gateway::Cycle cycle;
        gateway::control_of<gateway::PedalCommand>(cycle.command).steer_rad =
            static_cast<double>(elapsed.size());
        cycle.execution_time = execution_time;
        cycle.is_failsafe = elapsed.size() == silent_at;
        if (elapsed.size() == fails_at) cycle.status = gateway::CycleStatus::no_answer;
        return cycle;
    }
    std::string explain() const override { return "no answer"; }

    std::chrono::nanoseconds execution_time{0};
    std::vector<SimTime> elapsed;
    std::size_t fails_at = 0;
    std::size_t silent_at = 0;
};

struct Scene {
    explicit Scene(const MeasuredTiming& timing) {
        parts.controller = std::make_unique<CountingController>();
        parts.vehicle = std::make_unique<CountingVehicle>();
        parts.pacer = std::make_unique<gateway::MeasuredPacer>(timing);
    }
    gateway::LoopResult run(SimTime duration) { return gateway::Loop(parts).run(duration, stop); }

    gateway::RunParts parts;
    CountingController& controller() { return static_cast<CountingController&>(*parts.controller); }
    CountingVehicle& vehicle() { return static_cast<CountingVehicle&>(*parts.vehicle); }
    std::atomic<bool> stop{false};
};

MeasuredTiming timing(SimTime cycle, OutputDelay delay) {
    MeasuredTiming result;
    result.cycle_duration = cycle;
    result.output_delay = delay;
    return result;
}

TEST_CASE("the first cycle has no elapsed time, the others have the cycle's duration") {
    Scene scene(timing(10ms, OutputDelay::reference));
    const auto result = scene.run(30ms);
    CHECK(result.end == LoopEnd::duration);
    CHECK(result.sim_time == 30ms);
    CHECK(scene.controller().elapsed == std::vector<SimTime>{0ms, 10ms, 10ms});
    CHECK(scene.vehicle().steps == 30);
}

TEST_CASE("after a fail-safe cycle a vehicle gets gear and hand brake from before it") {
    Scene scene(timing(10ms, OutputDelay::none));
    scene.parts.failsafe.gear = gateway::Gear::neutral;
    scene.parts.failsafe.hand_brake = true;
    scene.vehicle().shown.report.gear = gateway::Gear::drive;
    scene.controller().silent_at = 2;
    scene.run(40ms);
    const auto& states = scene.vehicle().states;
    REQUIRE(states.size() == 4);
    CHECK_FALSE(states[0]);
    CHECK(states[1].value().gear == gateway::Gear::neutral);
    CHECK(states[1].value().hand_brake);
    CHECK(states[2].value().gear == gateway::Gear::drive);
    CHECK_FALSE(states[2].value().hand_brake);
    CHECK_FALSE(states[3]);
}

TEST_CASE("outputs take effect at the cycle's end, after the execution time, or immediately") {
    using Applied = std::vector<std::pair<int, double>>;
    Scene reference(timing(10ms, OutputDelay::reference));
    reference.controller().execution_time = 3ms;
    reference.run(25ms);
    CHECK(reference.vehicle().applied == Applied{{10, 1}, {20, 2}});

    Scene after_execution(timing(10ms, OutputDelay::execution_time));
    after_execution.controller().execution_time = 3ms;
    after_execution.run(25ms);
    CHECK(after_execution.vehicle().applied == Applied{{3, 1}, {13, 2}, {23, 3}});

    Scene none(timing(10ms, OutputDelay::none));
    none.controller().execution_time = 3ms;
    none.run(25ms);
    CHECK(none.vehicle().applied == Applied{{0, 1}, {10, 2}, {20, 3}});
}

TEST_CASE("a cycle that took longer than its duration delays the next one by whole steps") {
    Scene scene(timing(10ms, OutputDelay::reference));
    scene.controller().execution_time = 12500us;
    scene.run(30ms);
    CHECK(scene.controller().elapsed == std::vector<SimTime>{0ms, 13ms, 13ms});
    CHECK(scene.vehicle().applied == std::vector<std::pair<int, double>>{{13, 1}, {26, 2}});
}

TEST_CASE("execution time is scaled, or constant") {
    MeasuredTiming scaled = timing(10ms, OutputDelay::execution_time);
    scaled.execution_time_scale = 4;
    gateway::Cycle cycle;
    cycle.execution_time = 2ms;
    CHECK(gateway::MeasuredPacer(scaled).schedule(100ms, cycle).act_at == 108ms);
    scaled.constant_execution_time = SimTime(1ms);
    CHECK(gateway::MeasuredPacer(scaled).schedule(100ms, cycle).act_at == 101ms);
}

TEST_CASE("a wait for the wall clock ends when the run is stopped") {
    const tests::Watchdog watchdog;
    std::atomic<bool> stop{false};
    gateway::WallClockPacer sut(std::make_unique<gateway::MeasuredPacer>(MeasuredTiming{}), 0.01,
                                stop);
    static_cast<void>(sut.schedule(0ms, {}));
    std::thread stopper([&] { stop = true; });
    sut.await(1h);
    stopper.join();
    CHECK(stop);
}

TEST_CASE("the loop ends if a cycle or a step fails, and when it is stopped") {
    Scene failing_cycle(timing(10ms, OutputDelay::reference));
    failing_cycle.controller().fails_at = 2;
    CHECK(failing_cycle.run(1s).end == LoopEnd::controller);
    CHECK(failing_cycle.vehicle().steps == 10);

    Scene failing_step(timing(10ms, OutputDelay::reference));
    failing_step.vehicle().fails_at = 5;
    CHECK(failing_step.run(1s).end == LoopEnd::vehicle);

    Scene stopped(timing(10ms, OutputDelay::reference));
    stopped.stop = true;
    CHECK(stopped.run(1s).end == LoopEnd::interrupted);
    CHECK(stopped.vehicle().steps == 0);
}

}  // namespace loop_test
