// SPDX-License-Identifier: MIT
#include "bench_machine/load.hpp"
#include "bench_machine/machine_bench.hpp"

#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <sched.h>

#include <sstream>

namespace measurement_test {

using namespace std::chrono_literals;
using namespace gateway::machine;

const std::atomic<bool> never{false};

std::uint64_t counted(const gateway::Histogram& values) {
    std::uint64_t sum = 0;
    values.for_each([&sum](std::chrono::nanoseconds, std::uint64_t count) { sum += count; });
    return sum;
}

TEST_CASE("a loop begins a period at each deadline of its duration") {
    LoopSetup setup;
    setup.period = 2ms;
    setup.duration = 100ms;
    const LoopTimes sut = measure_loop(setup, never);
    CHECK(sut.lateness.count() >= 1);
    CHECK(sut.lateness.count() <= 50);
    CHECK(counted(sut.lateness) == sut.lateness.count());
    CHECK(sut.denied.empty());
}

TEST_CASE("a loop ends when it is stopped, and the thread that called keeps its scheduling") {
    const tests::Watchdog watchdog(20);
    LoopSetup setup;
    setup.duration = 1h;
    setup.scheduling.priority = 10;
    setup.scheduling.lock_memory = true;
    setup.scheduling.dma_latency = 0us;
    std::atomic<bool> stop{false};
    bool is_called = false;
    measure_loop(setup, stop, [&] { is_called = stop = true; });
    CHECK(is_called);
    CHECK(::sched_getscheduler(0) == SCHED_OTHER);
}

TEST_CASE("each request of a round trip is answered once") {
    const tests::Watchdog watchdog(20);
    FutexPartner futex;
    const RoundTrips woken =
        measure_round_trips([&futex] { return futex.round_trip(); }, 20, {}, never);
    CHECK(woken.times.count() + woken.lost == 20);
    CHECK(woken.times.count() > 0);
    UdpPartner udp;
    const RoundTrips sent = measure_round_trips([&udp] { return udp.round_trip(); }, 20, {}, never);
    CHECK(sent.times.count() + sent.lost == 20);
    CHECK(sent.times.count() > 0);
}

TEST_CASE("a load ends with its object, and by itself") {
    const tests::Watchdog watchdog(20);
    const Load ends_soon({0}, 1ms);
    const Load ends_late({0}, 1h);
}

TEST_CASE("a bench that is stopped at once measures nothing") {
    BenchPlan plan = default_plan();
    std::ostringstream err;
    gateway::StatusLine status(err, false);
    const std::atomic<bool> stop{true};
    const MachineBench sut = measure(plan, {0}, stop, status);
    CHECK(sut.is_interrupted);
    CHECK(sut.loops.size() == plan.loops.size());
    CHECK(counted(sut.futex.times) == 0);
    CHECK(sut.effects.empty());
}

TEST_CASE("a bench has all parts of its plan") {
    const tests::Watchdog watchdog(60);
    BenchPlan plan = default_plan();
    for (LoopSetup& loop : plan.loops) loop.duration = 30ms;
    std::ostringstream err;
    gateway::StatusLine status(err, false);
    const MachineBench sut = measure(plan, {0}, never, status);
    CHECK_FALSE(sut.is_interrupted);
    for (const LoopBench& loop : sut.loops) {
        CHECK(counted(loop.idle.lateness) == loop.idle.lateness.count());
        CHECK(counted(loop.loaded.lateness) == loop.loaded.lateness.count());
    }
    CHECK(sut.clock.resolution > 0ns);
    CHECK(sut.clock.read_ns > 0);
}

}  // namespace measurement_test
