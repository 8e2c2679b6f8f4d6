// SPDX-License-Identifier: MIT
// Both clocks are variables: no test waits.
#include <gateway/base/command_watchdog.hpp>
#include "vds1/command_gate.hpp"

#include <doctest/doctest.h>

namespace command_watchdog_test {

using namespace std::chrono_literals;
using gateway::CommandWatchdog;
using gateway::Endpoint;
using gateway::WatchdogOptions;
using gateway::WatchdogState;
using namespace gateway::vds1;
using namespace gateway::vdsim;

const gateway::SteadyTime start{1h};

/// A watchdog whose two clocks run together unless a test advances one alone.
struct Scene {
    bool check() { return sut.check(sim, wall); }
    void command() { sut.on_command(sim, wall); }
    void pass(std::chrono::nanoseconds time) {
        sim += time;
        wall += time;
    }

    CommandWatchdog sut{WatchdogOptions{}};
    gateway::SimTime sim{0};
    gateway::SteadyTime wall = start;
};

TEST_CASE("a watchdog reports fail-safe until the first valid command") {
    Scene scene;
    CHECK(scene.sut.is_failsafe());
    CHECK_FALSE(scene.check());
    CHECK(scene.sut.state() == WatchdogState::waiting);
    scene.pass(10h);
    CHECK_FALSE(scene.check());
    CHECK(scene.sut.state() == WatchdogState::waiting);
    CHECK(scene.sut.losses() == 0);
    scene.command();
    CHECK(scene.sut.state() == WatchdogState::following);
}

TEST_CASE("a command lasts for the time-out and not one tick longer") {
    Scene scene;
    scene.command();
    scene.pass(95ms);
    CHECK_FALSE(scene.check());
    scene.pass(5ms);
    CHECK(scene.check());
    CHECK(scene.sut.state() == WatchdogState::failsafe);
    CHECK(scene.sut.losses() == 1);
    CHECK_FALSE(scene.check());
    CHECK(scene.sut.losses() == 1);
}

TEST_CASE("a new command ends fail-safe immediately, a thousand times") {
    Scene scene;
    for (int i = 1; i <= 1000; ++i) {
        scene.command();
        CHECK_FALSE(scene.sut.is_failsafe());
        scene.pass(99ms);
        CHECK_FALSE(scene.check());
        scene.pass(1ms);
        CHECK(scene.check());
        CHECK(scene.sut.losses() == static_cast<std::uint64_t>(i));
    }
}

TEST_CASE("commands within the time-out keep the vehicle following") {
    Scene scene;
    for (int i = 0; i < 1000; ++i) {
        scene.command();
        scene.pass(99ms);
        CHECK_FALSE(scene.check());
    }
    CHECK(scene.sut.losses() == 0);
}

TEST_CASE("a pause stops the age of a command but not the time-out of its sender") {
    Scene scene;
    scene.command();
    scene.wall += 99ms;  // simulated time is paused
    CHECK_FALSE(scene.check());
    scene.wall += 1ms;
    CHECK(scene.check());
}

TEST_CASE("a command that is stale in simulated time is stale at any speed of the clock") {
    Scene scene;
    scene.command();
    scene.sim += 100ms;
    scene.wall += 10ms;
    CHECK(scene.check());
}

TEST_CASE("a clock that jumps ahead costs one loss, and the next command ends it") {
    Scene scene;
    scene.command();
    scene.wall += 1000h;
    CHECK(scene.check());
    CHECK(scene.sut.losses() == 1);
    scene.command();
    CHECK_FALSE(scene.check());
}

constexpr Endpoint first{0x7f000001, 5001}, second{0x7f000001, 5002}, local{0, 1};

Header numbered(std::uint32_t sequence, double timestamp_s = 0) {
    Header header;
    header.sequence = sequence;
    header.timestamp_s = timestamp_s;
    return header;
}

TEST_CASE("older and equal sequence numbers are dropped, 0 included") {
    CommandGate sut(100ms);
    CHECK(sut.admit(first, numbered(0), start) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(10), start) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(10), start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, numbered(9), start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, numbered(12), start) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(11), start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, numbered(0), start) == GateStatus::out_of_order);
    CHECK(sut.sequence() == 12);
}

TEST_CASE("a controller that has timed out may restart with newer timestamps") {
    CommandGate sut(100ms);
    sut.admit(first, numbered(1000, 1), start);
    CHECK(sut.admit(first, numbered(1, 2), start + 99ms) == GateStatus::out_of_order);
    CHECK(sut.admit(first, numbered(2, 2.1), start + 100ms) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(3, 2.2), start + 101ms) == GateStatus::accepted);
}

TEST_CASE("the first controller keeps the vehicle until it times out") {
    CommandGate sut(100ms);
    CHECK_FALSE(sut.is_held(start));
    CHECK(sut.admit(first, numbered(1), start) == GateStatus::accepted);
    CHECK(sut.admit(second, numbered(50), start + 10ms) == GateStatus::other_controller);
    CHECK(sut.admit(first, numbered(2), start + 90ms) == GateStatus::accepted);
    CHECK(sut.admit(second, numbered(51), start + 189ms) == GateStatus::other_controller);
    CHECK(sut.holder() == first);
    CHECK(sut.admit(second, numbered(52), start + 190ms) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(3), start + 190ms) == GateStatus::other_controller);
    CHECK(sut.holder() == second);
}

TEST_CASE("a dropped command does not keep a vehicle occupied") {
    CommandGate sut(100ms);
    sut.admit(first, numbered(1000), start);
    CHECK(sut.admit(first, numbered(5), start + 90ms) == GateStatus::out_of_order);
    CHECK(sut.is_held(start + 99ms));
    CHECK_FALSE(sut.is_held(start + 100ms));
    CHECK(sut.admit(second, numbered(1001), start + 100ms) == GateStatus::accepted);
}

TEST_CASE("a CMD from before local manual control keeps its age") {
    CommandGate sut(100ms);
    sut.admit(first, numbered(7, 1), start);
    CHECK(sut.claim(local, start + 50ms) == GateStatus::other_controller);
    CHECK(sut.claim(local, start + 100ms) == GateStatus::accepted);
    CHECK(sut.admit(first, numbered(8, 2), start + 110ms) == GateStatus::other_controller);
    sut.release();
    CHECK(sut.admit(first, numbered(7, 1), start + 120ms) == GateStatus::out_of_order);
    CHECK(sut.admit(first, numbered(9, 3), start + 130ms) == GateStatus::accepted);
}

}  // namespace command_watchdog_test
