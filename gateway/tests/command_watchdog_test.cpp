// SPDX-License-Identifier: MIT
// Both clocks are numbers here: no test waits.
#include "vdsim/command_watchdog.hpp"
#include "vds1/sequence.hpp"
#include "vdsim/command_gate.hpp"

#include <doctest/doctest.h>

namespace {

using namespace std::chrono_literals;
using namespace gateway::vds1;
using namespace gateway::vdsim;

const gateway::SteadyTime start{1h};

/// A watchdog whose two clocks run together unless a test moves one alone.
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

TEST_CASE("a watchdog is fail-safe from the first check until a command is valid") {
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

TEST_CASE("a command lasts for the timeout and not a tick longer") {
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

TEST_CASE("a fresh command ends fail-safe at once, a thousand times") {
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

TEST_CASE("commands in time keep it following") {
    Scene scene;
    for (int i = 0; i < 1000; ++i) {
        scene.command();
        scene.pass(99ms);
        CHECK_FALSE(scene.check());
    }
    CHECK(scene.sut.losses() == 0);
}

TEST_CASE("a pause stops the age of a command but not its sender's silence") {
    Scene scene;
    scene.command();
    scene.wall += 99ms;  // simulated time stands still
    CHECK_FALSE(scene.check());
    scene.wall += 1ms;
    CHECK(scene.check());
}

TEST_CASE("a command that is stale in simulated time is stale, however fast the clock") {
    Scene scene;
    scene.command();
    scene.sim += 100ms;
    scene.wall += 10ms;
    CHECK(scene.check());
}

TEST_CASE("a clock that jumps ahead costs one loss, the next command repairs it") {
    Scene scene;
    scene.command();
    scene.wall += 1000h;
    CHECK(scene.check());
    CHECK(scene.sut.losses() == 1);
    scene.command();
    CHECK_FALSE(scene.check());
}

constexpr Endpoint first{0x7f000001, 5001}, second{0x7f000001, 5002};

TEST_CASE("older and equal sequence numbers are dropped") {
    CommandGate sut(100ms);
    CHECK(sut.admit(first, 10, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 10, start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 9, start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 12, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 11, start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 1, start) == GateStatus::out_of_order);
}

TEST_CASE("0 begins again, as often as it comes, but only for the holder") {
    CommandGate sut(100ms);
    CHECK(sut.admit(first, 12, start) == GateStatus::accepted);
    CHECK(sut.admit(second, 0, start) == GateStatus::other_controller);
    CHECK(sut.admit(first, 0, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 0, start + 90ms) == GateStatus::accepted);
    CHECK(sut.is_held(start + 180ms));
    CHECK(sut.admit(first, 1, start + 180ms) == GateStatus::accepted);
}

TEST_CASE("sequence numbers go on across 2^32") {
    CommandGate sut(100ms);
    CHECK(sut.admit(first, 0xfffffffe, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 0xffffffff, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 0, start) == GateStatus::accepted);
    CHECK(sut.admit(first, 0xffffffff, start) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 1, start) == GateStatus::accepted);
    CHECK(is_newer(0x80000000, 1));
    CHECK_FALSE(is_newer(0x80000001, 1));
    CHECK_FALSE(is_newer(1, 0x80000001));
}

TEST_CASE("a controller that was silent for the timeout may start again at any number") {
    CommandGate sut(100ms);
    sut.admit(first, 1000, start);
    CHECK(sut.admit(first, 1, start + 99ms) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 1, start + 100ms) == GateStatus::accepted);
    CHECK(sut.admit(first, 2, start + 101ms) == GateStatus::accepted);
}

TEST_CASE("the first controller keeps the vehicle until it has been silent for the timeout") {
    CommandGate sut(100ms);
    CHECK_FALSE(sut.is_held(start));
    CHECK(sut.admit(first, 1, start) == GateStatus::accepted);
    CHECK(sut.admit(second, 50, start + 10ms) == GateStatus::other_controller);
    CHECK(sut.admit(first, 2, start + 90ms) == GateStatus::accepted);
    CHECK(sut.admit(second, 51, start + 189ms) == GateStatus::other_controller);
    CHECK(sut.holder() == first);
    CHECK(sut.admit(second, 52, start + 190ms) == GateStatus::accepted);
    CHECK(sut.admit(first, 3, start + 190ms) == GateStatus::other_controller);
    CHECK(sut.holder() == second);
}

TEST_CASE("what was dropped does not keep a vehicle held") {
    CommandGate sut(100ms);
    sut.admit(first, 1000, start);
    CHECK(sut.admit(first, 5, start + 90ms) == GateStatus::out_of_order);
    CHECK(sut.admit(first, 6, start + 110ms) == GateStatus::accepted);
}

}  // namespace
