// SPDX-License-Identifier: MIT
#include "shared_time/shared_time.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <thread>

namespace shared_time_test {

using namespace std::chrono_literals;
using gateway::SharedTime;
using gateway::SimTime;

const gateway::Log no_log = [](const std::string&) {};

std::vector<std::string> names(std::size_t count) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < count; ++i) result.push_back("p" + std::to_string(i));
    return result;
}

struct Cycle {
    SimTime at;
    std::size_t participant;
};

/// Runs cycles of one period until `end` with random delays, and logs them.
void run_cycles(SharedTime& time, std::size_t participant, SimTime period, SimTime end,
                std::mutex& mutex, std::vector<Cycle>& cycles) {
    std::minstd_rand chance(static_cast<unsigned>(participant) + 1);
    for (SimTime now{0}; now < end; now += period) {
        time.announce(participant, now);
        if (!time.await_others(participant, now, no_log)) return;
        for (auto yields = chance() % 4; yields > 0; --yields) std::this_thread::yield();
        const std::lock_guard lock(mutex);
        cycles.push_back({now, participant});
    }
    time.leave(participant);
}

TEST_CASE("no cycle begins before all cycles of an earlier time are done, with any periods") {
    const tests::Watchdog watchdog;
    const std::atomic<bool> stop{false};
    SharedTime sut(names(3), stop);
    std::mutex mutex;
    std::vector<Cycle> cycles;
    std::vector<std::thread> threads;
    const SimTime periods[] = {3ms, 5ms, 7ms};
    for (std::size_t participant = 0; participant < 3; ++participant)
        threads.emplace_back([&, participant] {
            run_cycles(sut, participant, periods[participant], 2s, mutex, cycles);
        });
    for (std::thread& thread : threads) thread.join();
    CHECK(cycles.size() == 667 + 400 + 286);
    CHECK(std::is_sorted(cycles.begin(), cycles.end(),
                         [](const Cycle& a, const Cycle& b) { return a.at < b.at; }));
}

TEST_CASE("no participant waits for one that has left") {
    const tests::Watchdog watchdog;
    const std::atomic<bool> stop{false};
    SharedTime sut(names(2), stop);
    std::thread leaver([&] { sut.leave(1); });
    CHECK(sut.await_others(0, 1h, no_log));
    leaver.join();
}

TEST_CASE("no participant begins before all have joined") {
    const tests::Watchdog watchdog;
    const std::atomic<bool> stop{false};
    SharedTime sut(names(2), stop);
    const auto is_false = [&] {
        return sut.announced(1) < 0ms ? SharedTime::Laggard(1) : std::nullopt;
    };
    sut.announce(0, 0ms);
    CHECK(sut.await(is_false, no_log, gateway::SteadyTime::min()) == SharedTime::Wait::timed_out);
    sut.announce(1, 0ms);
    CHECK(sut.await(is_false, no_log) == SharedTime::Wait::done);
}

TEST_CASE("announced times stay, and never decrease") {
    const std::atomic<bool> stop{false};
    SharedTime sut(names(2), stop);
    sut.announce(1, 10ms);
    sut.announce(1, 5ms);
    CHECK(sut.await_others(0, 10ms, no_log));
}

TEST_CASE("a wait for shared time ends when the run is stopped") {
    const tests::Watchdog watchdog;
    std::atomic<bool> stop{false};
    SharedTime sut(names(2), stop);
    std::thread stopper([&] { stop = true; });
    CHECK_FALSE(sut.await_others(0, 1ms, no_log));
    stopper.join();
}

TEST_CASE("a long wait for shared time repeatedly reports the participants that it waits for") {
    const tests::Watchdog watchdog;
    std::atomic<bool> stop{false};
    SharedTime sut(names(3), stop);
    sut.announce(1, 1ms);
    int reports = 0;
    const gateway::Log log = [&](const std::string& text) {
        CHECK(text.find("waiting for 'p2'") == 0);
        stop = ++reports == 2;
    };
    CHECK_FALSE(sut.await_others(0, 1ms, log));
    CHECK(reports == 2);
}

}  // namespace shared_time_test
