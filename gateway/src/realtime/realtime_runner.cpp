// SPDX-License-Identifier: MIT
#include <gateway/realtime_runner.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {

using std::chrono::nanoseconds;

RealTimeRunner::RealTimeRunner(const RealTimeOptions& options, SteadyTime start)
    : options_(options), anchor_(start) {}

nanoseconds RealTimeRunner::period() const noexcept {
    const double ns = static_cast<double>(options_.dt.count()) / options_.time_scale;
    return nanoseconds(std::max<std::int64_t>(std::llround(ns), 1));
}

/// From the exact period, not the rounded one: a third of a nanosecond would add up.
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
    ++counters_.ticks;
    lateness_.add(late);
    if (late >= period()) overrun(now, late);
    return late;
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
    ++counters_.ticks;
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
    if (paused_)
        left_ = left;
    else
        anchor(now + left);
}

}  // namespace gateway
