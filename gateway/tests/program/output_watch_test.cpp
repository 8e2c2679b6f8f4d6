// SPDX-License-Identifier: MIT
#include "cycle/output_watch.hpp"

#include <doctest/doctest.h>

namespace output_watch_test {

using namespace std::chrono_literals;
using State = gateway::OutputWatch::State;

/// A program with a time-out of 100 ms, at a time that the test sets.
struct Scene {
    /// The simulation begins to run; the table has outputs from before.
    void run() {
        sut.see(writes, now);
        sut.run(now);
    }
    void write() { sut.see(writes += 2, now); }
    void poll_after(std::chrono::milliseconds time) {
        now += time;
        sut.see(writes, now);
    }

    gateway::OutputWatch sut{100ms};
    ddc::Deadline now{1000s};
    std::uint64_t writes = 40;
};

TEST_CASE("outputs written before the simulation runs are ignored") {
    Scene scene;
    scene.write();
    CHECK(scene.sut.state() == State::idle);
    scene.run();
    scene.poll_after(10ms);
    CHECK(scene.sut.state() == State::starting);
    CHECK_FALSE(scene.sut.is_answering());
}

TEST_CASE("the second outputs of a program are its first reply") {
    Scene scene;
    scene.run();
    scene.write();
    CHECK_FALSE(scene.sut.is_answering());
    scene.poll_after(10ms);
    CHECK_FALSE(scene.sut.is_answering());
    scene.write();
    CHECK(scene.sut.is_answering());
    scene.poll_after(30ms);
    CHECK(scene.sut.age(scene.now) == 30ms);
}

TEST_CASE("outputs that were never written have no age") {
    Scene scene;
    CHECK_FALSE(scene.sut.age(scene.now));
    scene.run();
    scene.poll_after(200ms);
    CHECK_FALSE(scene.sut.age(scene.now));
    scene.write();
    scene.poll_after(20ms);
    CHECK(scene.sut.age(scene.now) == 20ms);
}

TEST_CASE("it times out without new outputs for the time-out, counted once each time") {
    Scene scene;
    scene.run();
    scene.write();
    scene.write();
    scene.poll_after(99ms);
    CHECK(scene.sut.is_answering());
    scene.poll_after(1ms);
    CHECK(scene.sut.state() == State::silent);
    scene.poll_after(1000ms);
    CHECK(scene.sut.silences() == 1);
}

TEST_CASE("the time-out counts from the start") {
    Scene scene;
    scene.run();
    scene.poll_after(100ms);
    CHECK(scene.sut.state() == State::silent);
}

TEST_CASE("the first outputs after a time-out are ignored, the next ones are used") {
    Scene scene;
    scene.run();
    scene.poll_after(200ms);
    REQUIRE(scene.sut.state() == State::silent);
    scene.write();
    CHECK_FALSE(scene.sut.is_answering());
    scene.write();
    CHECK(scene.sut.is_answering());
}

TEST_CASE("invalid outputs do not count") {
    Scene scene;
    scene.run();
    scene.write();
    scene.write();
    scene.now += 100ms;
    scene.sut.see_unusable(scene.now);
    CHECK(scene.sut.state() == State::silent);
    CHECK(scene.sut.silences() == 1);
}

TEST_CASE("a pause stops the time-out, and the time-out restarts after it") {
    Scene scene;
    scene.run();
    scene.write();
    scene.write();
    scene.sut.idle();
    scene.poll_after(5000ms);
    CHECK(scene.sut.state() == State::idle);
    CHECK(scene.sut.silences() == 0);
    scene.run();
    scene.write();
    CHECK_FALSE(scene.sut.is_answering());
}

}  // namespace output_watch_test
