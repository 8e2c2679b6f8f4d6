// SPDX-License-Identifier: MIT
#include "control/step_gate.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <thread>

namespace step_gate_test {

using namespace std::chrono_literals;
using gateway::SimTime;

struct Scene {
    gateway::RunControl control;
    gateway::StepGate sut{control, "program"};
    const tests::Watchdog watchdog;

    /// Waits until the loops are paused before the cycle at that time.
    void await_pause(SimTime next) const {
        for (;;) {
            const auto status = sut.status();
            if (status.is_resting && status.next_cycle == next) return;
            std::this_thread::yield();
        }
    }
    bool await_cycle(SimTime now) {
        return sut.await_cycle(now, [] {});
    }
};

TEST_CASE("without a pause every cycle begins immediately") {
    Scene scene;
    for (const SimTime now : {0ms, 10ms, 20ms}) CHECK(scene.await_cycle(now));
    CHECK(scene.sut.status().cycle == 20ms);
}

TEST_CASE("a paused loop runs the requested number of cycles, and pauses again") {
    Scene scene;
    scene.control.begin_pause();
    int stood_by = 0;
    std::thread loop([&] {
        for (SimTime now{0}; scene.sut.await_cycle(now, [&] { ++stood_by; }); now += 10ms) continue;
    });
    scene.await_pause(0ms);
    scene.sut.ask(3);
    scene.await_pause(30ms);
    CHECK(scene.sut.status().cycle == 20ms);
    scene.control.stop = true;
    loop.join();
    CHECK(stood_by > 0);
}

TEST_CASE("cycles of one instant are one step") {
    Scene scene;
    scene.control.begin_pause();
    CHECK_FALSE(scene.sut.take_step(0ms));
    scene.sut.ask(2);
    CHECK(scene.sut.take_step(0ms));
    CHECK(scene.sut.take_step(0ms));
    CHECK(scene.sut.take_step(10ms));
    CHECK_FALSE(scene.sut.status().is_resting);
    CHECK_FALSE(scene.sut.take_step(20ms));
    CHECK(scene.sut.status().is_resting);
}

TEST_CASE("steps can be cancelled, and those of an earlier pause are void") {
    Scene scene;
    scene.control.begin_pause();
    scene.sut.ask(5);
    CHECK(scene.sut.take_step(0ms));
    scene.sut.drop();
    CHECK_FALSE(scene.sut.take_step(10ms));
    scene.sut.ask(5);
    scene.control.pause = false;
    CHECK_FALSE(scene.sut.take_step(10ms));
    scene.control.begin_pause();
    CHECK_FALSE(scene.sut.status().is_resting);
    CHECK_FALSE(scene.sut.take_step(10ms));
}

TEST_CASE("a loop that has ended runs no step") {
    Scene scene;
    scene.control.begin_pause();
    scene.sut.ask(2);
    CHECK(scene.sut.take_step(0ms));
    scene.sut.leave();
    CHECK(scene.sut.status().has_ended);
    CHECK(scene.sut.status().left == 1);
}

}  // namespace step_gate_test
