// SPDX-License-Identifier: MIT
#include "scratch_table.hpp"

#include "snapshot_wait.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <thread>

namespace snapshot_wait_test {

using ddc::Clock;
using ddc::Id;
using ddc::SnapshotWait;
using ddc::Status;
using ddc::tests::ScratchTable;
using namespace std::chrono_literals;

constexpr Id running = 20, interface_type = 21, run_switch = 23, delta_sec = 24, sim_running = 26;

/// A program's header, and the operations of a polling program on it.
struct Fixture {
    Fixture() {
        write(running, true);
        write(interface_type, std::string("dynamic"));
        write(run_switch, false);
        write(sim_running, true);
        snapshot();
    }
    template <class T>
    void write(Id id, const T& value) {
        REQUIRE(scratch.table().write(id, value) == Status::ok);
    }
    /// Writes delta_sec, as a gateway does once per period.
    void snapshot() { write(delta_sec, 0.01); }

    bool flag(Id id) {
        bool value = false;
        sut.before_flag(scratch.table(), id);
        REQUIRE(scratch.table().read(id, value) == Status::ok);
        sut.saw_flag(scratch.table(), id, value);
        return value;
    }
    /// Runs one round of the program. @return how long it waited
    std::chrono::nanoseconds round() {
        const auto start = Clock::now();
        const bool is_asked = flag(run_switch);
        const auto waited = Clock::now() - start;
        if (flag(sim_running) || is_asked) {
            double delta_s = 0;
            REQUIRE(sut.read(scratch.table(), delta_sec, delta_s) == Status::ok);
            ++cycles;
        }
        return waited;
    }

    /// True if one of a few rounds did not wait: the machine may delay some.
    bool is_free() {
        for (int i = 0; i < 5; ++i)
            if (round() < 10ms) return true;
        return false;
    }

    tests::Watchdog watchdog{30};
    ScratchTable scratch;
    SnapshotWait sut{true};
    int cycles = 0;
};

TEST_CASE("a program computes once per snapshot, at once when there is a new one") {
    Fixture f;
    auto shortest = f.round();
    for (int i = 0; i < 20; ++i) {
        f.snapshot();
        shortest = std::min(shortest, f.round());
    }
    CHECK(shortest < 10ms);
    std::atomic<int> snapshots{0};
    std::thread gateway([&] {
        for (; snapshots < 20; ++snapshots) {
            std::this_thread::sleep_for(5ms);
            REQUIRE(f.scratch.table().write(delta_sec, 0.01) == Status::ok);
        }
    });
    const int before = f.cycles;
    int in_vain = 0;  // rounds that waited until no snapshot was expected any more
    while (snapshots < 20)
        if (f.round() >= 20ms) ++in_vain;
    gateway.join();
    CHECK(f.cycles - before <= 21 + in_vain);
}

TEST_CASE("when delta_sec is not written any more, a program continues at a low rate") {
    Fixture f;
    f.round();
    f.snapshot();
    f.round();
    const auto waited = f.round();
    CHECK(waited >= 20ms);
    CHECK(waited < 5s);
    CHECK(f.round() >= 20ms);
}

TEST_CASE("when delta_sec is never written, a program waits once, and again when it is written") {
    Fixture f;
    f.round();
    CHECK(f.round() >= 100ms);
    CHECK(f.is_free());
    f.snapshot();
    f.round();
    CHECK(f.round() >= 20ms);
}

TEST_CASE("either flag ends the wait") {
    for (const Id changed : {run_switch, sim_running}) {
        Fixture f;
        f.round();
        f.snapshot();
        f.round();
        std::thread gateway([&] {
            std::this_thread::sleep_for(5ms);
            REQUIRE(f.scratch.table().write(changed, changed == run_switch) == Status::ok);
        });
        const std::uint64_t seen = f.scratch.table().sequence(delta_sec);
        f.round();
        CHECK(f.scratch.table().sequence(delta_sec) == seen);
        gateway.join();
        bool is_up = false;
        REQUIRE(f.scratch.table().read(changed, is_up) == Status::ok);
        CHECK(is_up == (changed == run_switch));
        CHECK(f.is_free());  // it answers a request, and does nothing in an idle round
    }
}

TEST_CASE("a program that reads flags and does no work does not wait") {
    Fixture f;
    f.round();
    f.flag(run_switch);
    auto shortest = std::chrono::nanoseconds::max();
    for (int i = 0; i < 5; ++i) {
        const auto start = Clock::now();
        f.flag(run_switch);
        f.flag(sim_running);
        shortest = std::min<std::chrono::nanoseconds>(shortest, Clock::now() - start);
    }
    CHECK(shortest < 10ms);
}

TEST_CASE("boolean entries with a distance of three that are in no header are not flags") {
    Fixture f;
    f.write(interface_type, std::string("something"));
    CHECK(f.is_free());
    Fixture without;
    REQUIRE(without.scratch.table().write_no_data(running) == Status::ok);
    CHECK(without.is_free());
}

TEST_CASE("when it is switched off, it delays no reader") {
    Fixture f;
    f.sut = SnapshotWait(false);
    f.round();
    CHECK(f.is_free());
}

}  // namespace snapshot_wait_test
