// SPDX-License-Identifier: MIT
#include "realtime_pacer.hpp"

#include "service/watched_loop.hpp"

#include <algorithm>

namespace gateway {

using Clock = std::chrono::steady_clock;

Schedule RealtimePacer::schedule(SimTime now, const Cycle& cycle) {
    if (!has_started_) start();
    next_cycle_ = now + runner_.dt();
    return {cycle.execution_time, now, next_cycle_};
}

/// The first cycle is the origin of the grid.
void RealtimePacer::start() {
    has_started_ = true;
    runner_.restart(Clock::now() + runner_.period());
}

void RealtimePacer::await(SimTime now) {
    if (now < next_cycle_) return;
    while (!control_.stop) {
        follow_control(Clock::now());
        const bool is_paused = runner_.is_paused();
        if (is_paused) while_paused();
        const SteadyTime until =
            is_paused ? Clock::now() + runner_.period() : runner_.next_deadline();
        WatchedLoop::waits_until(until);
        waiter_.wait(until);
        if (!is_paused && begin_cycle(Clock::now())) return;
    }
}

bool RealtimePacer::begin_cycle(SteadyTime now) {
    const bool is_triggered = trigger_ && waiter_.is_readable(*trigger_);
    if (runner_.is_due(now))
        lateness_ = runner_.begin_tick(now);
    else if (is_triggered)
        lateness_ = runner_.begin_early(now);
    else
        return false;
    began_ = now;
    return true;
}

void RealtimePacer::begin_with(SteadyTime began) {
    follow_scale(began);
    runner_.restart(began);
    began_ = std::max(began, Clock::now());
    lateness_ = runner_.begin_tick(began_);
}

void RealtimePacer::stand_by_if_paused() {
    if (control_.pause) while_paused();
}

void RealtimePacer::follow_scale(SteadyTime now) {
    const double scale = control_.time_scale;
    if (scale > 0 && scale != runner_.time_scale()) runner_.set_time_scale(scale, now);
}

void RealtimePacer::follow_control(SteadyTime now) {
    follow_scale(now);
    if (control_.pause == runner_.is_paused()) return;
    if (control_.pause)
        runner_.pause(now);
    else
        runner_.resume(now);
}

}  // namespace gateway
