// SPDX-License-Identifier: MIT
#include "round_trips.hpp"

#include "bench.hpp"
#include "on_core.hpp"

#include "bench_machine/round_trips.hpp"

#include <functional>
#include <optional>
#include <thread>

namespace bench {
namespace {

using gateway::machine::FutexPartner;

constexpr int round_trips = 20'000;

std::vector<double> spaced_round_trips_us(
    const std::function<gateway::machine::RoundTrip()>& round_trip, int count,
    std::chrono::milliseconds spacing) {
    std::vector<double> trips_us;
    for (int i = 0; i < count; ++i) {
        std::this_thread::sleep_for(spacing);
        if (const auto time = round_trip())
            trips_us.push_back(std::chrono::duration<double, std::micro>(*time).count());
    }
    return trips_us;
}

}  // namespace

double futex_round_trip_us() {
    std::optional<FutexPartner> partner;
    {
        const OnCore second(1);
        partner.emplace();
    }
    const OnCore first(0);
    return ns_per_call(round_trips, [&partner] { static_cast<void>(partner->round_trip()); }) /
           1000;
}

std::vector<double> futex_wake_round_trips_us(int count, std::chrono::milliseconds spacing) {
    FutexPartner partner;
    return spaced_round_trips_us([&partner] { return partner.round_trip(); }, count, spacing);
}

std::vector<double> udp_echo_us(int count, std::chrono::milliseconds spacing) {
    gateway::machine::UdpPartner partner;
    return spaced_round_trips_us([&partner] { return partner.round_trip(); }, count, spacing);
}

}  // namespace bench
