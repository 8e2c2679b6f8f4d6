// SPDX-License-Identifier: MIT
#include "service/service.hpp"
#include "service/watched_loop.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <optional>

namespace watchdog_feed_test {

using namespace gateway;
using namespace std::chrono_literals;

TEST_CASE("watchdog: a loop that neither runs nor waits is named, others are not") {
    const SteadyTime now = std::chrono::steady_clock::now();
    const WatchedLoop loop("the car");
    CHECK(Service::reason_to_starve(now) == "");  // it has just started
    CHECK(Service::reason_to_starve(now).find("the loop of the car") == 0);
    WatchedLoop::goes_on();
    CHECK(Service::reason_to_starve(now) == "");
    WatchedLoop::waits_until(now + 10s);
    CHECK(Service::reason_to_starve(now) == "");
    CHECK(Service::reason_to_starve(now + 9s) == "");
    CHECK(Service::reason_to_starve(now + 11s).find("the loop of the car") == 0);
}

TEST_CASE("watchdog: work after the last loop has two minutes") {
    std::optional<WatchedLoop> loop(std::in_place, "the car");
    loop.reset();
    const SteadyTime now = std::chrono::steady_clock::now();
    CHECK(Service::reason_to_starve(now + 1min) == "");
    CHECK(Service::reason_to_starve(now + 3min).find("all loops have ended") == 0);
    loop.emplace("the next car");
    CHECK(Service::reason_to_starve(now + 3min) == "");
}

}  // namespace watchdog_feed_test
