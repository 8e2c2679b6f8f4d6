// SPDX-License-Identifier: MIT
// The clock is a variable: no test waits.
#include <gateway/base/realtime_runner.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace realtime_runner_test {

using namespace std::chrono_literals;
using gateway::Histogram;
using gateway::OverrunPolicy;
using gateway::RealTimeOptions;
using gateway::RealTimeRunner;
using std::chrono::nanoseconds;

const gateway::SteadyTime start{1h};

RealTimeOptions every(gateway::SimTime dt, OverrunPolicy overrun = OverrunPolicy::skip) {
    RealTimeOptions options;
    options.dt = dt;
    options.overrun = overrun;
    return options;
}

/// Runs each tick exactly at its deadline until `end`. @return the number of ticks
int run_until(RealTimeRunner& sut, gateway::SteadyTime end) {
    int ticks = 0;
    for (; sut.next_deadline() <= end; ++ticks) sut.begin_tick(sut.next_deadline());
    return ticks;
}

TEST_CASE("the first tick is due at the start, each other one period after the previous one") {
    RealTimeRunner sut(every(5ms), start);
    CHECK(sut.is_due(start));
    CHECK_FALSE(sut.is_due(start - 1ns));
    CHECK(sut.begin_tick(start) == 0ns);
    CHECK(sut.next_deadline() == start + 5ms);
    CHECK_FALSE(sut.is_due(start + 4ms));
    CHECK(sut.begin_tick(start + 5ms) == 0ns);
    CHECK(sut.next_deadline() == start + 10ms);
}

TEST_CASE("lateness below a period moves no deadline and is not an overrun") {
    RealTimeRunner sut(every(5ms), start);
    CHECK(sut.begin_tick(start + 4ms) == 4ms);
    CHECK(sut.next_deadline() == start + 5ms);
    CHECK(sut.begin_tick(start + 5ms + 30us) == 30us);
    CHECK(sut.next_deadline() == start + 10ms);
    CHECK(sut.counters().overruns == 0);
    CHECK(sut.counters().ticks == 2);
    CHECK(sut.lateness().max() == 4ms);
}

TEST_CASE("a million periods of a third of a millisecond do not drift") {
    RealTimeOptions options = every(1ms);
    options.time_scale = 3;
    RealTimeRunner sut(options, start);
    for (int i = 0; i < 1'000'000; ++i) sut.begin_tick(sut.next_deadline());
    CHECK(sut.next_deadline() - start == nanoseconds(333'333'333'333));
}

TEST_CASE("deadlines stay on the grid after years, beyond 2^53 ns") {
    for (const auto years : {1, 20, 100}) {
        RealTimeRunner sut(every(1ms), start);
        const gateway::SteadyTime late = start + years * 8766h + 300us;
        sut.begin_tick(late);  // skips all deadlines in between
        const nanoseconds next = sut.next_deadline() - start;
        CHECK(sut.next_deadline() > late);
        CHECK(sut.next_deadline() <= late + 1ms);
        CHECK(std::abs(((next + 500us) % 1ms - 500us).count()) < 1000);
        const gateway::SteadyTime due = sut.next_deadline();
        CHECK(sut.begin_tick(due) == 0ns);
        CHECK(std::abs((sut.next_deadline() - due - 1ms).count()) < 1000);
    }
}

TEST_CASE("a tick that begins early is not late, and the next one is due a period after it") {
    RealTimeOptions options = every(10ms);
    options.time_scale = 2;
    RealTimeRunner sut(options, start);
    sut.begin_tick(start);
    CHECK(sut.begin_early(start + 2ms) == 0ns);
    CHECK(sut.next_deadline() == start + 7ms);
    CHECK(sut.begin_tick(start + 7ms) == 0ns);
    CHECK(sut.next_deadline() == start + 12ms);
    CHECK(sut.counters().ticks == 3);
    CHECK(sut.counters().overruns == 0);
    CHECK(sut.lateness().count() == 3);
    CHECK(sut.lateness().max() == 0ns);
}

TEST_CASE("skip: missed deadlines are dropped, later ones stay on the grid of the start") {
    RealTimeRunner sut(every(5ms, OverrunPolicy::skip), start);
    sut.begin_tick(start);
    CHECK(sut.begin_tick(start + 17ms) == 12ms);  // due at 5; 10 and 15 have passed too
    CHECK(sut.next_deadline() == start + 20ms);
    CHECK(sut.counters().overruns == 1);
    CHECK(sut.counters().skipped == 2);
    CHECK(sut.counters().lost == 10ms);
}

TEST_CASE("catch_up: every missed deadline gets its tick, without waiting") {
    RealTimeRunner sut(every(5ms, OverrunPolicy::catch_up), start);
    sut.begin_tick(start);
    const auto now = start + 17ms;
    std::vector<nanoseconds> lateness;
    while (sut.is_due(now)) lateness.push_back(sut.begin_tick(now));
    CHECK(lateness == std::vector<nanoseconds>{12ms, 7ms, 2ms});
    CHECK(sut.next_deadline() == start + 20ms);
    CHECK(sut.counters().overruns == 2);
    CHECK(sut.counters().skipped == 0);
    CHECK(sut.counters().lost == 0ms);
}

TEST_CASE("catch_up drops the part of a backlog that exceeds the limit") {
    RealTimeRunner sut(every(10ms, OverrunPolicy::catch_up), start);
    sut.begin_tick(start + 1h);
    CHECK(sut.next_deadline() == start + 1h - gateway::longest_backlog + 10ms);
    CHECK(sut.counters().skipped == 360'000 - 100);
    CHECK(sut.counters().lost == 1h - 1s);
}

TEST_CASE("stretch: the tick after a late one comes a whole period later") {
    RealTimeRunner sut(every(5ms, OverrunPolicy::stretch), start);
    sut.begin_tick(start);
    sut.begin_tick(start + 17ms);
    CHECK(sut.next_deadline() == start + 22ms);
    CHECK(sut.counters().overruns == 1);
    CHECK(sut.counters().skipped == 0);
    CHECK(sut.counters().lost == 12ms);
}

TEST_CASE("a clock that jumps by hours costs one overrun, whatever the policy") {
    for (const auto policy : {OverrunPolicy::skip, OverrunPolicy::stretch}) {
        RealTimeRunner sut(every(5ms, policy), start);
        sut.begin_tick(start);
        sut.begin_tick(start + 48h);
        CHECK(sut.next_deadline() > start + 48h);
        CHECK(sut.next_deadline() <= start + 48h + 5ms);
        CHECK(sut.counters().overruns == 1);
        CHECK(sut.counters().ticks == 2);
    }
}

TEST_CASE("a pause keeps the time that was left until the next deadline") {
    RealTimeRunner sut(every(5ms), start);
    sut.begin_tick(start);
    sut.pause(start + 2ms);
    CHECK(sut.is_paused());
    CHECK_FALSE(sut.is_due(start + 10h));
    sut.resume(start + 10h);
    CHECK(sut.next_deadline() == start + 10h + 3ms);
    CHECK(sut.counters().overruns == 0);
    CHECK(sut.counters().skipped == 0);
}

TEST_CASE("repeated pausing and resuming without a pause have no effect") {
    RealTimeRunner sut(every(5ms), start);
    sut.begin_tick(start);
    sut.resume(start + 1ms);
    CHECK(sut.next_deadline() == start + 5ms);
    sut.pause(start + 1ms);
    sut.pause(start + 4ms);
    sut.resume(start + 6ms);
    CHECK(sut.next_deadline() == start + 10ms);
}

TEST_CASE("the time scale is simulated seconds per second of the clock") {
    RealTimeOptions options = every(10ms);
    options.time_scale = 2;
    RealTimeRunner sut(options, start);
    CHECK(sut.period() == 5ms);
    CHECK(run_until(sut, start + 1s - 1ns) == 200);
}

TEST_CASE("a change of the time scale takes effect within a period") {
    RealTimeRunner sut(every(10ms), start);
    sut.begin_tick(start);
    sut.set_time_scale(0.5, start + 4ms);  // 6 ms were left
    CHECK(sut.next_deadline() == start + 16ms);
    sut.begin_tick(start + 16ms);
    CHECK(sut.next_deadline() == start + 36ms);
    sut.pause(start + 26ms);
    sut.set_time_scale(1, start + 30ms);
    sut.resume(start + 50ms);
    CHECK(sut.next_deadline() == start + 55ms);
}

TEST_CASE("an overrun is measured on the clock, lost time in simulated time") {
    RealTimeOptions options = every(10ms, OverrunPolicy::stretch);
    options.time_scale = 0.5;
    RealTimeRunner sut(options, start);
    sut.begin_tick(start + 19ms);
    CHECK(sut.counters().overruns == 0);
    sut.begin_tick(sut.next_deadline() + 20ms);
    CHECK(sut.counters().overruns == 1);
    CHECK(sut.counters().lost == 10ms);
}

TEST_CASE("a histogram's percentile is at most 1/32 above the nearest rank") {
    Histogram sut;
    for (int i = 1; i <= 100'000; ++i) sut.add(nanoseconds(i * 37));
    for (const double part : {0.01, 0.5, 0.9, 0.99, 0.999}) {
        const double exact = std::ceil(part * 100'000) * 37;
        CHECK(static_cast<double>(sut.percentile(part).count()) >= exact);
        CHECK(static_cast<double>(sut.percentile(part).count()) <= exact * (1 + 1.0 / 32));
    }
    CHECK(sut.count() == 100'000);
    CHECK(sut.max() == nanoseconds(3'700'000));
    CHECK(sut.percentile(1) == sut.max());
}

TEST_CASE("a histogram is exact below 64 ns and limited above") {
    Histogram sut;
    CHECK(sut.percentile(0.5) == 0ns);
    for (const int ns : {0, 1, 31, 32, 63}) {
        Histogram one;
        one.add(nanoseconds(ns));
        one.add(1h);
        CHECK(one.percentile(0.5) == nanoseconds(ns));
    }
    sut.add(-5ns);
    CHECK(sut.percentile(1) == 0ns);
    sut.add(24h);
    CHECK(sut.percentile(1) == 24h);
    CHECK(sut.percentiles_us().max == 86'400e6);
}

/// The brake of each tick until `end`.
std::vector<double> brakes_until(RealTimeRunner& sut, gateway::SteadyTime end) {
    std::vector<double> brakes;
    while (sut.next_deadline() <= end) {
        sut.begin_tick(sut.next_deadline());
        brakes.push_back(sut.input().brake);
    }
    return brakes;
}

plant::Command braking(double brake) {
    plant::Command command;
    command.brake = brake;
    return command;
}

TEST_CASE("without a command for cmd_timeout the ticks of a runner have the fail-safe command") {
    RealTimeOptions options = every(10ms);
    options.cmd_timeout = 30ms;
    options.failsafe = braking(0.7);
    RealTimeRunner sut(options, start);
    CHECK(brakes_until(sut, start + 10ms) == std::vector<double>{0.7, 0.7});
    sut.set_input(braking(0.1), start + 15ms);
    CHECK(brakes_until(sut, start + 60ms) == std::vector<double>{0.1, 0.1, 0.1, 0.7, 0.7});
    sut.set_input(braking(0.2), start + 65ms);
    CHECK(brakes_until(sut, start + 70ms) == std::vector<double>{0.2});
}

TEST_CASE("a runner's time-out on the clock follows the time scale, and continues during a pause") {
    RealTimeOptions options = every(10ms);
    options.time_scale = 2;
    RealTimeRunner sut(options, start);
    sut.set_input(braking(0.1), start);
    CHECK(brakes_until(sut, start + 45ms) == std::vector<double>(10, 0.1));
    CHECK(brakes_until(sut, start + 50ms) == std::vector<double>{0.3});
    sut.set_input(braking(0.1), start + 50ms);
    sut.pause(start + 50ms);
    sut.resume(start + 100ms);
    CHECK(brakes_until(sut, sut.next_deadline()) == std::vector<double>{0.3});
}

TEST_CASE("the fail-safe command and the time-out of a runner have the specified defaults") {
    const RealTimeOptions sut;
    CHECK(sut.cmd_timeout == 100ms);
    CHECK(sut.failsafe.throttle == 0);
    CHECK(sut.failsafe.brake == 0.3);
    CHECK(sut.failsafe.steer_rad == 0);
    CHECK(sut.failsafe.gear == plant::Gear::drive);
    CHECK_FALSE(sut.failsafe.handbrake);
}

}  // namespace realtime_runner_test
