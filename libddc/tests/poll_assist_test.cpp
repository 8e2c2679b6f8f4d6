// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include "poll_assist.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <thread>

namespace poll_assist_test {

using ddc::Clock;
using ddc::Id;
using ddc::PollAssist;
using ddc::Status;
using ddc::tests::ScratchTable;

constexpr Id run_switch = 3, sim_running = 6, data = 10;
constexpr std::chrono::milliseconds longest{20};

struct Fixture {
    Fixture() {
        for (const Id id : {run_switch, sim_running, data}) set(id, false);
    }
    void set(Id id, bool to) { REQUIRE(scratch.table().write(id, to) == Status::ok); }
    /// Reads an entry. @return true if that took as long as a wait that times out
    bool waits(Id id) {
        const auto start = Clock::now();
        REQUIRE(sut.read(scratch.table(), id, value) == Status::ok);
        return Clock::now() - start >= longest;
    }
    /// Polls for two rounds, so that both entries are known to be flags.
    void poll_idle() {
        for (int round = 0; round < 2; ++round) {
            waits(run_switch);
            waits(sim_running);
        }
    }

    tests::Watchdog watchdog{30};
    ScratchTable scratch;
    PollAssist sut{longest};
    bool value = false;
};

TEST_CASE("a poll waits from the second round on, once per round") {
    Fixture f;
    CHECK_FALSE(f.waits(run_switch));
    CHECK_FALSE(f.waits(sim_running));
    for (int round = 0; round < 3; ++round) {
        CHECK(f.waits(run_switch));
        CHECK_FALSE(f.waits(sim_running));
    }
}

TEST_CASE("an entry that is true, empty or of another type is read at once") {
    Fixture f;
    f.poll_idle();
    f.set(run_switch, true);
    CHECK_FALSE(f.waits(run_switch));
    CHECK(f.value);
    REQUIRE(f.scratch.table().write_no_data(run_switch) == Status::ok);
    CHECK(f.sut.read(f.scratch.table(), run_switch, f.value) == Status::no_data);
    CHECK(f.value);
}

TEST_CASE("a program that reads other entries in between is working and never waits") {
    Fixture f;
    for (int round = 0; round < 3; ++round) {
        CHECK_FALSE(f.waits(run_switch));
        CHECK_FALSE(f.waits(sim_running));
        f.sut.at_work();
    }
}

TEST_CASE("nothing waits while another flag of the round is true") {
    Fixture f;
    f.poll_idle();
    f.set(sim_running, true);
    for (int round = 0; round < 3; ++round) {
        CHECK_FALSE(f.waits(run_switch));
        CHECK_FALSE(f.waits(sim_running));
        f.set(run_switch, false);
        f.sut.lowered(run_switch);  // as a program does that answers a request in realtime mode
    }
}

TEST_CASE("a program that has answered a request waits in its next poll") {
    Fixture f;
    f.poll_idle();
    f.set(run_switch, true);
    CHECK_FALSE(f.waits(run_switch));
    CHECK_FALSE(f.waits(sim_running));
    CHECK_FALSE(f.waits(data));
    f.sut.at_work();
    f.set(run_switch, false);
    f.sut.lowered(run_switch);
    CHECK(f.waits(run_switch));
}

TEST_CASE("a wait ends with a change of any polled flag, and not with a write of the same value") {
    for (const Id raised : {run_switch, sim_running}) {
        Fixture f;
        PollAssist sut{std::chrono::seconds(10)};
        const auto read = [&](Id id) {
            REQUIRE(sut.read(f.scratch.table(), id, f.value) == Status::ok);
        };
        read(run_switch);
        read(sim_running);
        std::thread gateway([&] {
            f.set(run_switch, false);
            f.set(raised, true);
        });
        const auto start = Clock::now();
        while (Clock::now() - start < std::chrono::seconds(8)) {
            read(run_switch);
            if (f.value) break;
            read(sim_running);
            if (f.value) break;
        }
        CHECK(Clock::now() - start < std::chrono::seconds(8));
        gateway.join();
    }
}

TEST_CASE("boolean data that change while a program waits for its switch do not end the wait") {
    Fixture f;
    f.poll_idle();
    f.set(run_switch, true);
    CHECK_FALSE(f.waits(run_switch));
    CHECK_FALSE(f.waits(sim_running));
    CHECK_FALSE(f.waits(data));
    f.sut.at_work();  // reads delta_sec after its inputs
    f.set(run_switch, false);
    f.sut.lowered(run_switch);
    f.set(data, true);
    CHECK(f.waits(run_switch));
}

TEST_CASE("a flag that was polled once and has been true since does not prevent waits for others") {
    Fixture f;
    f.waits(data);
    f.waits(data);
    f.set(data, true);
    CHECK_FALSE(f.waits(data));
    CHECK(f.value);
    f.poll_idle();
    CHECK(f.waits(run_switch));
}

TEST_CASE("a signal ends a wait") {
    Fixture f;
    PollAssist sut{std::chrono::seconds(20)};
    static std::atomic<int> handled{0};
    handled = 0;
    struct sigaction action {};
    action.sa_handler = [](int) { ++handled; };
    ::sigaction(SIGUSR1, &action, nullptr);
    const pthread_t self = ::pthread_self();
    std::atomic<bool> done{false};
    const auto start = Clock::now();
    std::thread sender([&] {  // repeatedly, because one may arrive before the wait
        while (!done) {
            ::pthread_kill(self, SIGUSR1);
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    for (int round = 0; round < 3; ++round)
        CHECK(sut.read(f.scratch.table(), run_switch, f.value) == Status::ok);
    done = true;
    sender.join();
    CHECK(handled > 0);
    CHECK(Clock::now() - start < std::chrono::seconds(10));
}

TEST_CASE("with a time of zero no poll waits") {
    Fixture f;
    f.sut = PollAssist(std::chrono::microseconds(0));
    for (int round = 0; round < 3; ++round) CHECK_FALSE(f.waits(run_switch));
}

}  // namespace poll_assist_test
