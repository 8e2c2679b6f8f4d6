// SPDX-License-Identifier: MIT
#include "percentile.hpp"
#include "realtime_scene.hpp"
#include "round_trips.hpp"
#include "suites.hpp"

#include <thread>

namespace bench {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int trips = 500;
constexpr auto spacing = 2ms;
/// Longer than the spacing: the loop and the program never sleep.
constexpr int spin_us = 5000;

/// The median time from the sending of a STATE to the CMD that the program has computed from it.
double state_to_cmd_us(int spin) {
    RealtimeScene scene("period_s: 0.05, begin: on_state, send: on_output", true, 3600, spin);
    std::vector<double> trips_us;
    for (const auto end = Clock::now() + 20s;
         static_cast<int>(trips_us.size()) < trips && Clock::now() < end;) {
        std::this_thread::sleep_for(spacing);
        while (scene.await_cmd(0ms)) continue;
        const auto start = Clock::now();
        scene.show_state();
        if (scene.await_cmd(20ms))
            trips_us.push_back(
                std::chrono::duration<double, std::micro>(Clock::now() - start).count());
    }
    return percentile(trips_us, 0.5);
}

}  // namespace

std::vector<Result> round_trip() {
    constexpr int rounds = 5;
    std::vector<double> asleep, spinning, echo, futex;
    for (int i = 0; i < rounds; ++i) {
        asleep.push_back(state_to_cmd_us(0));
        echo.push_back(percentile(udp_echo_us(trips, spacing), 0.5));
        futex.push_back(percentile(futex_wake_round_trips_us(trips, spacing), 0.5));
        spinning.push_back(state_to_cmd_us(spin_us));
    }
    const double echo_us = pick(echo, Pick::median), futex_us = pick(futex, Pick::median);
    return {{"STATE to CMD p50, all asleep", pick(asleep, Pick::median), "us",
             "UDP echo and futex round trip", echo_us + futex_us},
            {"STATE to CMD p50, spinning", pick(spinning, Pick::median), "us", "UDP echo", echo_us},
            {"futex round trip p50, asleep", futex_us, "us", "UDP echo", echo_us}};
}

}  // namespace bench
