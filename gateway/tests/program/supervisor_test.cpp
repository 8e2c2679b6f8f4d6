// SPDX-License-Identifier: MIT
#include "program_scene.hpp"

#include "cycle/supervisor.hpp"

#include <doctest/doctest.h>

namespace supervisor_test {

using namespace std::chrono_literals;
using gateway::Cycle;
using gateway::CycleStatus;
using gateway::OnLoss;
namespace header = ddc::interface::header;

constexpr auto period = 10ms;

/// A run in measured mode with cycles of 10 ms and a program that has replied twice.
struct Scene : gateway::tests::ProgramScene {
    explicit Scene(OnLoss on_loss) {
        options.on_loss = on_loss;
        options.answer_timeout = 2500ms;
        start();
        clock.in(1ms, [this] { work(); });
        sut.emplace(peer(), period);
        for (int i = 0; i < 2; ++i) {
            run_cycle();
            REQUIRE((cycle.status == CycleStatus::ok && !cycle.is_failsafe));
        }
    }
    /// @return its duration on the clock
    std::chrono::nanoseconds run_cycle() {
        cycle_start = elapsed();
        cycle = cycles.take(*sut);
        return elapsed() - cycle_start;
    }
    /// Runs cycles until the program gives a command again. @return their number
    int cycles_until_return() {
        for (int count = 1;; ++count) {
            run_cycle();
            if (!cycle.is_failsafe) return count;
        }
    }
    void wake_in(std::chrono::nanoseconds time) {
        clock.in(time, [this] { hangs = false; });
    }

    std::optional<gateway::Supervisor> sut;
    gateway::tests::Cycles cycles{period};
    Cycle cycle;
    std::chrono::nanoseconds cycle_start{0};
};

TEST_CASE(
    "a program that replies is called once a cycle, with the simulated time since the last call") {
    Scene scene(OnLoss::fail);
    CHECK(scene.run_cycle() <= 1ms);
    CHECK(scene.cycle.latency <= 1ms);
    CHECK(std::get<gateway::PedalCommand>(scene.cycle.command.control).throttle == 0.5);
    CHECK(scene.deltas_s == std::vector<double>{0, 0.01, 0.01});
    CHECK(scene.reports.empty());
}

TEST_CASE("a reply is awaited for its time-out, to the nanosecond") {
    Scene scene(OnLoss::fail);
    scene.hangs = true;
    CHECK(scene.run_cycle() == 2500ms);
    CHECK(scene.cycle.status == CycleStatus::no_answer);
    CHECK(scene.cycle.latency == 2500ms);
    CHECK(scene.sut->explain().find("cycle 2: the program has not set run_cycle_switch (0x4003) "
                                    "back to false within 2.5 s") == 0);
}

TEST_CASE("the wait for a reply is reported once a second") {
    Scene scene(OnLoss::fail);
    scene.hangs = true;
    scene.run_cycle();
    CHECK(scene.reports.size() == 2);
    CHECK(scene.was_reported("set run_cycle_switch back to false, since 1.0 s, 1.5 s left"));
    CHECK(scene.was_reported("set run_cycle_switch back to false, since 2.0 s, 0.5 s left"));
}

TEST_CASE("a program that ends within a cycle is detected within 50 ms") {
    Scene scene(OnLoss::fail);
    scene.hangs = true;
    scene.clock.in(5ms, [&] { scene.leave(); });
    CHECK(scene.run_cycle() == 50ms);
    CHECK(scene.cycle.status == CycleStatus::peer_lost);
    CHECK(scene.sut->explain() == "cycle 2: the program has set running to false");
}

TEST_CASE("a reply just before the time-out counts") {
    Scene scene(OnLoss::fail);
    scene.hangs = true;
    scene.wake_in(2498ms);
    CHECK(scene.run_cycle() < 2500ms);
    CHECK(scene.cycle.status == CycleStatus::ok);
}

TEST_CASE("a stop is detected within 50 ms of a cycle") {
    Scene scene(OnLoss::wait);
    scene.hangs = true;
    scene.clock.in(5ms, [&] { scene.stop = true; });
    CHECK(scene.run_cycle() == 50ms);
    CHECK(scene.cycle.status == CycleStatus::stopped);
}

TEST_CASE("a second reply to a cycle ends the run, with any reaction to a loss") {
    for (const OnLoss on_loss : {OnLoss::fail, OnLoss::wait, OnLoss::failsafe}) {
        Scene scene(on_loss);
        scene.write(header::execution_time, 1e-5);
        scene.write(header::run_cycle_switch, false);
        scene.run_cycle();
        CHECK(scene.cycle.status == CycleStatus::invalid_output);
        CHECK(scene.sut->explain().find("cycle 2: a cycle was answered twice: another program "
                                        "answers at reference id 0x4000") == 0);
    }
}

TEST_CASE("values that a user writes with ddc are not a second reply") {
    Scene scene(OnLoss::fail);
    for (int i = 0; i < 3; ++i) scene.write(header::run_cycle_switch, false);
    scene.run_cycle();
    CHECK(scene.cycle.status == CycleStatus::ok);
}

TEST_CASE("a late reply to a cycle that has timed out is not a second reply") {
    Scene scene(OnLoss::wait);
    scene.hangs = true;
    scene.wake_in(3s);
    for (int i = 0; i < 3; ++i) scene.run_cycle();
    CHECK(scene.cycle.status == CycleStatus::ok);
}

TEST_CASE("wait: the cycle lasts until the program returns, and is requested again") {
    Scene scene(OnLoss::wait);
    scene.hangs = true;
    scene.wake_in(7s);
    const auto time = scene.run_cycle();
    CHECK(time > 7s);
    CHECK(time < 7s + 50ms);
    CHECK((scene.cycle.status == CycleStatus::ok && !scene.cycle.is_failsafe));
    CHECK(scene.deltas_s == std::vector<double>{0, 0.01, 0.01, 0.01});  // the late answer, too
    CHECK(scene.was_reported(
        "within 2.5 s. The program may have crashed or hung, or answer_timeout_s is too "
        "short; waiting for it"));
    CHECK(scene.reports.back() == "the program is back");
    CHECK(scene.sut->status().losses == 1);
}

TEST_CASE("wait: the return has the start time-out as its limit") {
    Scene scene(OnLoss::wait);
    scene.hangs = true;
    CHECK(scene.run_cycle() == 2500ms + 10s);
    CHECK(scene.cycle.status == CycleStatus::peer_lost);
    CHECK(scene.sut->explain().find("within 10.0 s") != std::string::npos);
}

TEST_CASE("wait: a program that is lost twice in one cycle ends the run") {
    Scene scene(OnLoss::wait);
    scene.hangs = true;
    scene.wake_in(3s);
    scene.clock.in(3s + 5ms, [&] { scene.hangs = true; });
    const auto time = scene.run_cycle();
    CHECK(scene.cycle.status == CycleStatus::no_answer);
    CHECK(time > 3s + 2500ms);
    CHECK(time < 3s + 2550ms);
}

TEST_CASE("wait: a stop ends the wait for a return") {
    Scene scene(OnLoss::wait);
    scene.leave();
    scene.clock.in(5s, [&] { scene.stop = true; });
    CHECK(scene.run_cycle() <= 5s + 50ms);
    CHECK(scene.cycle.status == CycleStatus::stopped);
}

TEST_CASE("failsafe: cycles continue without a command, each for its duration") {
    Scene scene(OnLoss::failsafe);
    scene.hangs = true;
    CHECK(scene.run_cycle() == 2500ms);
    CHECK((scene.cycle.status == CycleStatus::ok && scene.cycle.is_failsafe));
    for (int i = 0; i < 500; ++i) {
        CHECK(scene.run_cycle() == period);
        CHECK(scene.cycle.is_failsafe);
    }
    CHECK(scene.sut->status().losses == 1);
    CHECK(std::string(name_of(scene.sut->status().state)) == "away");
    CHECK(scene.was_reported("; the vehicle brakes until it is back"));
}

TEST_CASE("failsafe: a program that returns gets all the time that it has missed") {
    Scene scene(OnLoss::failsafe);
    scene.hangs = true;
    scene.run_cycle();
    scene.wake_in(100ms);
    const int missed = scene.cycles_until_return();
    CHECK(missed > 10);
    CHECK(scene.deltas_s.back() == doctest::Approx(0.01 * (missed + 1)));
    CHECK(std::string(name_of(scene.sut->status().state)) == "answering");
    CHECK(scene.reports.back() == "the program is back");
    scene.run_cycle();
    CHECK(scene.deltas_s.back() == doctest::Approx(0.01));
}

TEST_CASE("failsafe: a program that has started since has missed no time") {
    Scene scene(OnLoss::failsafe);
    scene.leave();
    CHECK(scene.run_cycle() == period);
    CHECK(scene.cycle.is_failsafe);
    scene.clock.in(100ms, [&] { scene.start(); });
    scene.cycles_until_return();
    CHECK(scene.deltas_s.back() == 0);
    scene.run_cycle();
    CHECK(scene.deltas_s.back() == doctest::Approx(0.01));
}

TEST_CASE("failsafe: a program that restarts with different ports ends the run") {
    Scene scene(OnLoss::failsafe);
    scene.leave();
    scene.run_cycle();
    scene.clock.in(5ms, [&] { scene.start("set_braking"); });
    scene.cycles_until_return();
    CHECK(scene.cycle.status == CycleStatus::peer_lost);
    CHECK(scene.sut->explain().find("its ports are others") != std::string::npos);
}

}  // namespace supervisor_test
