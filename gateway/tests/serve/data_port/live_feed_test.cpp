// SPDX-License-Identifier: MIT
#include "foxglove/live_feed.hpp"
#include "count_allocations.hpp"
#include "watchdog.hpp"

#include <ddc/recording/common_messages.hpp>

#include <doctest/doctest.h>

#include <poll.h>

#include <atomic>
#include <thread>
#include <vector>

namespace live_feed_test {

using gateway::SimTime;
using gateway::data_port::Bell;
using gateway::foxglove::LiveFeed;
using namespace ddc::recording;

namespace {

Clock clock_at(std::int64_t ns) {
    return {{static_cast<std::int32_t>(ns / 1'000'000'000),
             static_cast<std::uint32_t>(ns % 1'000'000'000)}};
}

void cycle(LiveFeed& feed, McapId topic, std::int64_t ns) {
    if (feed.begin_cycle(SimTime(ns))) feed.add(topic, SimTime(ns), clock_at(ns));
    feed.end_cycle();
}

std::vector<std::uint64_t> times_of(LiveFeed& feed) {
    std::vector<std::uint64_t> times;
    feed.take([&](McapId, std::uint64_t time_ns, std::string_view) { times.push_back(time_ns); });
    return times;
}

bool has_rung(const Bell& bell, int wait_ms = 0) {
    pollfd wait{bell.descriptor(), POLLIN, 0};
    return ::poll(&wait, 1, wait_ms) == 1;
}

}  // namespace

TEST_CASE("live feed: subscribed messages are handed over unchanged") {
    Bell bell;
    LiveFeed sut("/car", bell);
    const McapId clock = sut.add_topic<Clock>("/clock"), path = sut.add_topic<Path>("/path");
    CHECK(sut.topics().at(0).name == "/car/clock");
    CHECK(sut.topics().at(1).type == "nav_msgs/msg/Path");
    CHECK(sut.topics().at(0).definition == ros2msg(*message_type<Clock>()));
    cycle(sut, clock, 1);
    CHECK(times_of(sut).empty());
    sut.set_wanted(clock, true);
    sut.add(path, SimTime(2), Path{});
    cycle(sut, clock, 2);
    cycle(sut, clock, 3);
    std::vector<std::int64_t> stamps;
    sut.take([&](McapId topic, std::uint64_t time_ns, std::string_view data) {
        CHECK(topic == clock);
        const auto message =
            from_cdr<Clock>(reinterpret_cast<const std::byte*>(data.data()), data.size());
        CHECK(message.clock.nanosec == time_ns);
        stamps.push_back(message.clock.nanosec);
    });
    CHECK(stamps == std::vector<std::int64_t>{2, 3});
    CHECK(times_of(sut).empty());
    sut.set_wanted(clock, false);
    cycle(sut, clock, 4);
    CHECK(times_of(sut).empty());
    CHECK(sut.now() == SimTime(4));
    CHECK(sut.dropped() == 0);
}

TEST_CASE("live feed: messages without room are counted and cycles allocate nothing") {
    Bell bell;
    LiveFeed sut("", bell);
    const McapId clock = sut.add_topic<Clock>("/clock");
    sut.set_wanted(clock, true);
    constexpr int cycles = 200'000;
    const std::size_t before = tests::allocations();
    for (int i = 1; i <= cycles; ++i) cycle(sut, clock, i);
    CHECK(tests::allocations() == before);
    const auto times = times_of(sut);
    REQUIRE(!times.empty());
    CHECK(times.front() == 1);
    CHECK(times.back() == times.size());  // the first of them
    CHECK(times.size() + sut.dropped() == cycles);
    CHECK(sut.dropped() > 0);
    cycle(sut, clock, cycles + 1);
    CHECK(times_of(sut) == std::vector<std::uint64_t>{cycles + 1});
}

TEST_CASE("live feed: a second thread gets each message once and in order") {
    Bell bell;
    LiveFeed sut("", bell);
    const McapId clock = sut.add_topic<Clock>("/clock");
    sut.set_wanted(clock, true);
    constexpr std::uint64_t cycles = 100'000;
    std::atomic<bool> is_over{false};
    std::thread loop([&] {
        for (std::uint64_t i = 1; i <= cycles; ++i) cycle(sut, clock, static_cast<std::int64_t>(i));
        is_over = true;
    });
    std::uint64_t last = 0, count = 0;
    bool is_in_order = true;
    const auto take = [&] {
        for (const std::uint64_t time_ns : times_of(sut)) {
            is_in_order = is_in_order && time_ns > last;
            last = time_ns;
            ++count;
        }
    };
    while (!is_over) take();
    loop.join();
    sut.end_cycle();
    take();
    CHECK(is_in_order);
    CHECK(count + sut.dropped() == cycles);
}

TEST_CASE("live feed: an awaited cycle rings an armed bell once") {
    Bell bell;
    LiveFeed sut("", bell);
    const McapId clock = sut.add_topic<Clock>("/clock");
    bell.arm();
    cycle(sut, clock, 1);  // an HTTP client has armed the bell, but no viewer
    CHECK_FALSE(has_rung(bell));
    sut.await_cycle();
    cycle(sut, clock, 2);  // the new time rings, without a message
    CHECK(has_rung(bell));
    bell.clear();
    bell.arm();
    cycle(sut, clock, 3);
    CHECK_FALSE(has_rung(bell));
}

TEST_CASE("live feed: a thread that arms, polls and sleeps misses no cycle") {
    const tests::Watchdog watchdog(120);
    Bell bell;
    LiveFeed sut("", bell);
    const McapId clock = sut.add_topic<Clock>("/clock");
    sut.set_wanted(clock, true);
    constexpr std::uint64_t cycles = 20'000;
    constexpr int limit_ms = 20'000;
    std::atomic<std::uint64_t> seen{0};
    std::atomic<bool> is_over{false};
    std::thread loop([&] {
        for (std::uint64_t i = 1; i <= cycles && !is_over; ++i) {
            cycle(sut, clock, static_cast<std::int64_t>(i));
            while (seen < i && !is_over) std::this_thread::yield();
        }
    });
    bool is_woken = true;
    while (seen < cycles && is_woken) {
        bell.arm();
        sut.await_cycle();
        const auto times = times_of(sut);
        if (times.empty())
            is_woken = has_rung(bell, limit_ms);
        else
            seen = times.back();
        bell.clear();
    }
    is_over = true;
    loop.join();
    CHECK(is_woken);
    CHECK(seen == cycles);
}

}  // namespace live_feed_test
