// SPDX-License-Identifier: MIT
#include "shared_time/shared_pacer.hpp"
#include "loop/loop.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace shared_pacer_test {

using namespace std::chrono_literals;
using gateway::SimTime;
using Clock = std::chrono::steady_clock;

const gateway::Log no_log = [](const std::string&) {};

struct StillVehicle : gateway::Vehicle {
    SimTime step() const override { return 1ms; }
    bool takes(gateway::Level) const override { return true; }
    plant::InputStatus apply(const gateway::Command&) override {
        return plant::InputStatus::accepted;
    }
    bool advance() override { return true; }
    const gateway::Feedback& feedback() const override { return shown; }
    std::string explain() const override { return {}; }
    gateway::Feedback shown;
};

struct CountingController : gateway::Controller {
    explicit CountingController(int& count) : cycles(count) {}
    gateway::Cycle run_cycle(const gateway::CycleInput&) override {
        ++cycles;
        return {};
    }
    std::string explain() const override { return {}; }
    int& cycles;
};

/// Realtime loops in shared time, with a cycle each 2 ms.
struct Scene {
    gateway::RunControl control;
    gateway::SharedTime time{{"first", "second"}, control.stop};
    gateway::SharedGrid grid;

    bool has_begun() {
        const auto not_begun = [&] {
            const bool has_begun = grid.began != gateway::SteadyTime{};
            return has_begun ? std::nullopt : gateway::SharedTime::Laggard(0);
        };
        return time.await(not_begun, no_log, gateway::SteadyTime::min()) ==
               gateway::SharedTime::Wait::done;
    }
    /// @return the number of its cycles
    int drive(std::size_t index, SimTime duration) {
        int cycles = 0;
        gateway::Participant participant{time, index, duration, no_log};
        gateway::RealTimeOptions pace;
        pace.dt = 2ms;
        gateway::RunParts parts;
        parts.controller = std::make_unique<CountingController>(cycles);
        parts.vehicle = std::make_unique<StillVehicle>();
        parts.pacer = std::make_unique<gateway::SharedRealtimePacer>(
            std::make_unique<gateway::RealtimePacer>(pace, control), participant, grid);
        time.announce(index, 0ms);
        time.await_others(index, 0ms, no_log);
        gateway::Loop(parts).run(duration, control.stop);
        time.leave(index);
        return cycles;
    }
};

TEST_CASE("one program of a realtime run paces all, and when it ends the next one does") {
    const tests::Watchdog watchdog;
    Scene sut;
    const auto start = Clock::now();
    int first = 0;
    std::thread thread([&] { first = sut.drive(0, 20ms); });
    const int second = sut.drive(1, 60ms);
    thread.join();
    CHECK(first == 10);
    CHECK(second == 30);
    CHECK(Clock::now() - start >= 58ms);  // a paced run is never faster
}

TEST_CASE("a period that begins late is counted by the leading program only") {
    const tests::Watchdog watchdog;
    gateway::RunControl control;
    gateway::SharedTime time{{"leader", "follower"}, control.stop};
    gateway::SharedGrid grid;
    gateway::Participant participant{time, 1, 10h, no_log};
    gateway::RealTimeOptions pace;
    pace.dt = 1h;  // so that a slow machine alone causes no overrun
    auto owned = std::make_unique<gateway::RealtimePacer>(pace, control);
    const gateway::RealTimeRunner& runner = owned->runner();
    gateway::SharedRealtimePacer sut(std::move(owned), participant, grid);
    const auto begin_cycle = [&](SimTime now, gateway::SteadyTime began) {
        time.share(0, [&] { grid.began = began; });
        time.announce(0, now);
        sut.await(now);
        sut.schedule(now, {});
    };
    const auto start = Clock::now();
    sut.schedule(0h, {});
    begin_cycle(1h, start + 1h);
    begin_cycle(2h, start + 10h);  // the leader was eight periods late
    CHECK(runner.counters().overruns == 0);
    begin_cycle(3h, start - 2h);  // this program began two periods after it
    CHECK(runner.counters().overruns == 1);
}

TEST_CASE("a stopped realtime run in shared time ends, whichever program waits") {
    const tests::Watchdog watchdog;
    Scene sut;
    std::thread thread([&] { sut.drive(0, 1h); });
    std::thread stopper([&] {
        tests::await([&] { return sut.has_begun(); });
        sut.control.stop = true;
    });
    sut.drive(1, 1h);
    thread.join();
    stopper.join();
    CHECK(sut.control.stop);
}

}  // namespace shared_pacer_test
