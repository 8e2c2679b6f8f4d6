// SPDX-License-Identifier: MIT
#include "wall_clock_pacer.hpp"

#include "service/watched_loop.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds most_behind{100};
/// Longest time between two checks of the stop flag.
constexpr std::chrono::milliseconds slice{20};

}  // namespace

std::chrono::nanoseconds WallClockPacer::on_the_clock(SimTime time) const {
    return std::chrono::nanoseconds(std::llround(static_cast<double>(time.count()) / scale_));
}

Schedule WallClockPacer::schedule(SimTime now, const Cycle& cycle) {
    if (!origin_) origin_ = Clock::now() - on_the_clock(now);
    return schedules_->schedule(now, cycle);
}

void WallClockPacer::await(SimTime now) {
    if (!origin_) return;
    const SteadyTime due = *origin_ + on_the_clock(now);
    SteadyTime clock = Clock::now();
    if (clock - due > most_behind) *origin_ += clock - due;
    for (; clock < due && !stop_; clock = Clock::now()) {
        WatchedLoop::goes_on();
        std::this_thread::sleep_until(std::min<SteadyTime>(due, clock + slice));
    }
}

}  // namespace gateway
