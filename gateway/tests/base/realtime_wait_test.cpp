// SPDX-License-Identifier: MIT
#include "child.hpp"
#include "realtime/deadline_waiter.hpp"
#include "realtime/priority.hpp"
#include "time/realtime_pacer.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sched.h>
#include <unistd.h>

#include <fstream>
#include <string>

namespace realtime_wait_test {

using namespace std::chrono_literals;
using gateway::DeadlineWaiter;
using gateway::SteadyTime;
using tests::Child;

SteadyTime now() {
    return std::chrono::steady_clock::now();
}

struct Pipe {
    Pipe() { REQUIRE(::pipe(ends) == 0); }
    ~Pipe() {
        ::close(ends[0]);
        ::close(ends[1]);
    }
    void write() const { REQUIRE(::write(ends[1], "x", 1) == 1); }
    int ends[2];
};

TEST_CASE("a wait never ends before its deadline, and ends immediately if that has passed") {
    const tests::Watchdog watchdog(20);
    DeadlineWaiter sut;
    for (int i = 0; i < 20; ++i) {
        const SteadyTime deadline = now() + 200us;
        sut.wait(deadline);
        CHECK(now() >= deadline);
    }
    sut.wait(now() - 1h);
    sut.wait(SteadyTime{});
}

TEST_CASE("a deadline that has ended one wait ends the next one as well") {
    const tests::Watchdog watchdog(20);
    DeadlineWaiter sut;
    const SteadyTime deadline = now() + 1ms;
    sut.wait(deadline);
    sut.wait(deadline);
    CHECK(now() >= deadline);
}

TEST_CASE("a datagram ends a wait early and the wait returns its socket") {
    const tests::Watchdog watchdog(20);
    const Pipe silent, busy;
    DeadlineWaiter sut;
    const std::size_t a = sut.watch(silent.ends[0]);
    const std::size_t b = sut.watch(busy.ends[0]);
    busy.write();
    sut.wait(now() + 1h);
    CHECK_FALSE(sut.is_readable(a));
    CHECK(sut.is_readable(b));
}

TEST_CASE("a spinning wait ends like a sleeping one") {
    const tests::Watchdog watchdog(20);
    for (const auto spin : {1us, 300us, 100'000us}) {
        CAPTURE(spin.count());
        const Pipe silent, busy;
        DeadlineWaiter sut;
        sut.set_spin(spin);
        const std::size_t a = sut.watch(silent.ends[0]);
        const std::size_t b = sut.watch(busy.ends[0]);
        for (int i = 0; i < 5; ++i) {
            const SteadyTime deadline = now() + 500us;
            CHECK(sut.wait(deadline));
            CHECK(now() >= deadline);
            CHECK_FALSE(sut.is_readable(b));
        }
        sut.wait(SteadyTime{});
        busy.write();
        CHECK(sut.wait(now() + 1h));
        CHECK_FALSE(sut.is_readable(a));
        CHECK(sut.is_readable(b));
        CHECK(sut.wait(now() - 1h));
        CHECK(sut.is_readable(b));
    }
}

TEST_CASE("a period begins as soon as its descriptor is readable, or at its deadline") {
    const tests::Watchdog watchdog(20);
    const Pipe pipe;
    gateway::RunControl control;
    gateway::RealTimeOptions pace;
    pace.dt = 1h;
    gateway::RealtimePacer sut(pace, control);
    sut.begin_when_readable(pipe.ends[0]);
    sut.schedule(0h, {});
    pipe.write();
    const SteadyTime written = now();
    sut.await(1h);
    CHECK(sut.lateness() == 0ns);
    CHECK(sut.runner().counters().ticks == 1);
    CHECK(sut.runner().next_deadline() >= written + 1h);

    pace.dt = 1ms;
    gateway::RealtimePacer unread(pace, control);
    const Pipe silent;
    unread.begin_when_readable(silent.ends[0]);
    const SteadyTime began = now();
    unread.schedule(0ms, {});
    unread.await(1ms);
    CHECK(now() >= began + 1ms);
    CHECK(unread.runner().counters().ticks == 1);
}

bool sleeps(pid_t process) {
    std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
    std::string text;
    std::getline(stat, text);
    return text.find(") S ") != std::string::npos;
}

TEST_CASE("a datagram ends a wait that has changed from spinning to sleeping") {
    const tests::Watchdog watchdog(20);
    const Pipe pipe;
    DeadlineWaiter sut;
    sut.set_spin(1us);
    const std::size_t index = sut.watch(pipe.ends[0]);
    const pid_t waiting = ::getpid();
    const Child writer([&] {
        tests::await([&] { return sleeps(waiting); });
        pipe.write();
        return 0;
    });
    while (!sut.is_readable(index)) sut.wait(SteadyTime::max());
}

TEST_CASE("a denied real-time request is reported with a remedy") {
    const gateway::Granted sut = gateway::set_cpu_affinity({-1});
    CHECK_FALSE(sut.ok);
    CHECK(sut.message.find("CPU affinity -1 denied: ") == 0);
    CHECK(sut.message.find("taskset") != std::string::npos);

    const gateway::Granted priority = gateway::set_fifo_priority(1000);
    CHECK_FALSE(priority.ok);
    CHECK(priority.message.find("SCHED_FIFO priority 1000 denied: Invalid argument") == 0);
}

TEST_CASE("a granted real-time request takes effect") {
    cpu_set_t before;
    REQUIRE(::sched_getaffinity(0, sizeof before, &before) == 0);
    int first = 0;
    while (!CPU_ISSET(static_cast<unsigned>(first), &before)) ++first;
    const gateway::Granted sut = gateway::set_cpu_affinity({first});
    cpu_set_t after;
    REQUIRE(::sched_getaffinity(0, sizeof after, &after) == 0);
    ::sched_setaffinity(0, sizeof before, &before);
    CHECK(sut.ok);
    CHECK(CPU_COUNT(&after) == 1);
    CHECK(CPU_ISSET(static_cast<unsigned>(first), &after));
}

}  // namespace realtime_wait_test
