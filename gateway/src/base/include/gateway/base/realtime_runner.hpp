// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command_watchdog.hpp>
#include <gateway/base/histogram.hpp>
#include <gateway/base/overrun_policy.hpp>
#include <gateway/base/time.hpp>

#include <plant/state.hpp>

#include <chrono>
#include <cstdint>

namespace gateway {

/// Options of a RealTimeRunner.
struct RealTimeOptions {
    SimTime dt{5'000'000};                        ///< simulated time of a tick
    OverrunPolicy overrun = OverrunPolicy::skip;  ///< for ticks that are late by a period or more
    double time_scale = 1;                        ///< simulated seconds per second on the clock
    /// How long a command is valid, in simulated time; on the clock this is divided by time_scale.
    SimTime cmd_timeout{100'000'000};
    /// Used if there is no valid command: steering straight, no throttle, brake 0.3, drive, no hand
    /// brake.
    plant::Command failsafe{0, 0, 0.3, plant::Gear::drive, false};
};

/// Counts of a RealTimeRunner since its construction.
struct RealTimeCounters {
    std::uint64_t ticks = 0;  ///< ticks that began
    /// Ticks that began a whole period or more after their deadline.
    std::uint64_t overruns = 0;
    /// Deadlines that were dropped (skip, and catch_up beyond longest_backlog).
    std::uint64_t skipped = 0;
    /// How far simulated time fell permanently behind the clock, in simulated time.
    SimTime lost{0};
};

/// Computes when ticks of a fixed step are due on the steady clock, and which command each of them
/// uses. It reads no clock and never blocks: `now` is a parameter, and DeadlineWaiter does the
/// waiting. Deadlines are absolute, at multiples of the period after an anchor, so they do not
/// drift. Not thread-safe.
///
///     while (!stop) {
///         waiter.wait(runner.next_deadline());      // or until a socket is readable
///         if (const auto command = receive()) runner.set_input(*command, now());
///         if (!runner.is_due(now())) continue;
///         runner.begin_tick(now());
///         session.set_input(runner.input());        // the fail-safe command if none is valid
///         session.tick(runner.dt());
///     }
///
/// With several vehicles, use a CommandWatchdog for the commands of each one instead.
///
/// | state   | event                     | what happens                                       |
/// | ---     | ---                       | ---                                                |
/// | running | begin_tick in its period  | the next deadline is one period later              |
/// | running | begin_tick later than that| overrun counted, the policy sets the next deadline |
/// | running | pause                     | no deadline; the time left until it is saved       |
/// | paused  | resume                    | the next deadline is after the saved time          |
/// | any     | set_time_scale            | the time left until the next deadline is scaled    |
class RealTimeRunner {
  public:
    /// The first tick is due at `start`. Preconditions: dt > 0, time_scale > 0 and finite.
    RealTimeRunner(const RealTimeOptions& options, SteadyTime start);

    /// When the next tick is due; SteadyTime::max() while paused.
    SteadyTime next_deadline() const noexcept;
    /// Whether the next tick is due.
    bool is_due(SteadyTime now) const noexcept { return now >= next_deadline(); }

    /// Begins a tick: counts it and sets the next deadline. Precondition: is_due(now).
    /// @return its lateness
    std::chrono::nanoseconds begin_tick(SteadyTime now) noexcept;

    /// Begins a tick before its deadline, because its input has arrived. The grid moves: the next
    /// deadline is one period after `now`. Precondition: not paused and not due.
    /// @return its lateness, 0
    std::chrono::nanoseconds begin_early(SteadyTime now) noexcept;
    /// Moves the grid: the next tick is due at `start`. Precondition: not paused.
    void restart(SteadyTime start) noexcept { anchor(start); }

    /// Sets the command, which is valid for cmd_timeout from `now` on.
    void set_input(const plant::Command& command, SteadyTime now) noexcept;
    /// The command for the tick that began last: the one set last, or the fail-safe command if
    /// there was none or it was as old as cmd_timeout.
    const plant::Command& input() const noexcept;

    /// Pauses: no tick is due until resume(). Without effect while paused.
    void pause(SteadyTime now) noexcept;
    /// Resumes: the time left until the deadline is as before the pause.
    void resume(SteadyTime now) noexcept;
    /// Whether it is paused.
    bool is_paused() const noexcept { return paused_; }
    /// Changes RealTimeOptions::time_scale. Precondition: scale > 0 and finite.
    void set_time_scale(double scale, SteadyTime now) noexcept;

    /// Simulated time of a tick.
    SimTime dt() const noexcept { return options_.dt; }
    /// Simulated seconds per second on the clock.
    double time_scale() const noexcept { return options_.time_scale; }
    /// Time on the clock between two deadlines, at least 1 ns.
    std::chrono::nanoseconds period() const noexcept;
    /// The counts since construction.
    const RealTimeCounters& counters() const noexcept { return counters_; }
    /// The lateness of each tick: how long after its deadline it began.
    const Histogram& lateness() const noexcept { return lateness_; }

  private:
    void count_tick(SteadyTime now) noexcept;
    std::chrono::nanoseconds liveness() const noexcept;
    SimTime simulated() const noexcept {
        return static_cast<std::int64_t>(counters_.ticks) * options_.dt;
    }
    SteadyTime deadline(std::int64_t tick) const noexcept;
    void anchor(SteadyTime next) noexcept;
    void overrun(SteadyTime now, std::chrono::nanoseconds late) noexcept;
    void skip(std::int64_t deadlines) noexcept;

    RealTimeOptions options_;
    SteadyTime anchor_;      ///< deadline of tick 0
    std::int64_t next_ = 0;  ///< number of the next tick after the anchor
    bool paused_ = false;
    std::chrono::nanoseconds left_{0};  ///< until the next deadline, when it was paused
    plant::Command held_;
    CommandWatchdog watchdog_;
    RealTimeCounters counters_;
    Histogram lateness_;
};

}  // namespace gateway
