// SPDX-License-Identifier: MIT
#include "futex_ping_pong.hpp"

#include "bench.hpp"
#include "on_core.hpp"

#include "child.hpp"
#include "shared.hpp"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <thread>

namespace bench {
namespace {

constexpr int round_trips = 20'000;

struct Balls {
    alignas(64) std::atomic<std::uint32_t> ping{0};
    alignas(64) std::atomic<std::uint32_t> pong{0};
};

void set(std::atomic<std::uint32_t>& word, std::uint32_t value) {
    word = value;
    ::syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0);
}

void await(std::atomic<std::uint32_t>& word, std::uint32_t wanted) {
    for (std::uint32_t seen = word; seen != wanted; seen = word)
        ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, nullptr, nullptr, 0);
}

}  // namespace

double futex_round_trip_us() {
    tests::Shared<Balls> balls;
    tests::Child partner([&balls] {
        const OnCore second(1);
        for (std::uint32_t i = 1; i <= round_trips; ++i) {
            await(balls->ping, i);
            set(balls->pong, i);
        }
        return 0;
    });
    const OnCore first(0);
    std::uint32_t i = 1;
    const double ns = ns_per_call(round_trips, [&] {
        set(balls->ping, i);
        await(balls->pong, i);
        ++i;
    });
    partner.wait();
    return ns / 1000;
}

std::vector<double> futex_wake_round_trips_us(int count, std::chrono::milliseconds spacing) {
    tests::Shared<Balls> balls;
    const auto wanted = static_cast<std::uint32_t>(count);
    tests::Child partner([&balls, wanted] {
        for (std::uint32_t i = 1; i <= wanted; ++i) {
            await(balls->ping, i);
            set(balls->pong, i);
        }
        return 0;
    });
    std::vector<double> trips_us;
    for (std::uint32_t i = 1; i <= wanted; ++i) {
        std::this_thread::sleep_for(spacing);
        trips_us.push_back(ns_per_call(1,
                                       [&] {
                                           set(balls->ping, i);
                                           await(balls->pong, i);
                                       }) /
                           1000);
    }
    partner.wait();
    return trips_us;
}

}  // namespace bench
