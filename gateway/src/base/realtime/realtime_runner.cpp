// SPDX-License-Identifier: MIT
#include <gateway/base/realtime_runner.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {

using std::chrono::nanoseconds;

RealTimeRunner::RealTimeRunner(const RealTimeOptions& options, SteadyTime start)
    : options_(options),
      anchor_(start),
      watchdog_(WatchdogOptions{options.cmd_timeout, liveness()}) {}

nanoseconds RealTimeRunner::period() const noexcept {
    const double ns = static_cast<double>(options_.dt.count()) / options_.time_scale;
    return nanoseconds(std::max<std::int64_t>(std::llround(ns), 1));
}

/// The time-out of a command on the clock.
nanoseconds RealTimeRunner::liveness() const noexcept {
    const double ns = static_cast<double>(options_.cmd_timeout.count()) / options_.time_scale;
    return nanoseconds(std::llround(ns));
}

/// Computed from the exact period: the error of a rounded one would accumulate.
SteadyTime RealTimeRunner::deadline(std::int64_t tick) const noexcept {
    const double ns = static_cast<double>(tick) * static_cast<double>(options_.dt.count());
    return anchor_ + nanoseconds(std::llround(ns / options_.time_scale));
}

SteadyTime RealTimeRunner::next_deadline() const noexcept {
    return paused_ ? SteadyTime::max() : deadline(next_);
}

void RealTimeRunner::anchor(SteadyTime next) noexcept {
    anchor_ = next;
    next_ = 0;
}

nanoseconds RealTimeRunner::begin_tick(SteadyTime now) noexcept {
    const nanoseconds late = now - deadline(next_);
    ++next_;
    count_tick(now);
    lateness_.add(late);
    if (late >= period()) overrun(now, late);
    return late;
}

/// A tick starts from the simulated time of the ticks before it.
void RealTimeRunner::count_tick(SteadyTime now) noexcept {
    watchdog_.check(simulated(), now);
    ++counters_.ticks;
}

void RealTimeRunner::set_input(const plant::Command& command, SteadyTime now) noexcept {
    held_ = command;
    watchdog_.on_command(simulated(), now);
}

const plant::Command& RealTimeRunner::input() const noexcept {
    return watchdog_.is_failsafe() ? options_.failsafe : held_;
}

void RealTimeRunner::overrun(SteadyTime now, nanoseconds late) noexcept {
    ++counters_.overruns;
    const OverrunRow& policy = overrun_policies[static_cast<std::size_t>(options_.overrun)];
    const OverrunAction action = policy.act(late, period());
    skip(action.deadlines_dropped);
    if (!action.moves_grid) return;
    anchor(now + period());
    counters_.lost +=
        SimTime(std::llround(static_cast<double>(late.count()) * options_.time_scale));
}

void RealTimeRunner::skip(std::int64_t deadlines) noexcept {
    next_ += deadlines;
    counters_.skipped += static_cast<std::uint64_t>(deadlines);
    counters_.lost += deadlines * options_.dt;
}

nanoseconds RealTimeRunner::begin_early(SteadyTime now) noexcept {
    count_tick(now);
    lateness_.add(nanoseconds{0});
    anchor(now + period());
    return nanoseconds{0};
}

void RealTimeRunner::pause(SteadyTime now) noexcept {
    if (paused_) return;
    left_ = deadline(next_) - now;
    paused_ = true;
}

void RealTimeRunner::resume(SteadyTime now) noexcept {
    if (!paused_) return;
    anchor(now + left_);
    paused_ = false;
}

void RealTimeRunner::set_time_scale(double scale, SteadyTime now) noexcept {
    nanoseconds left = paused_ ? left_ : deadline(next_) - now;
    const double ratio = options_.time_scale / scale;
    left = nanoseconds(std::llround(static_cast<double>(left.count()) * ratio));
    options_.time_scale = scale;
    watchdog_.set_liveness(liveness());
    if (paused_)
        left_ = left;
    else
        anchor(now + left);
}

}  // namespace gateway
