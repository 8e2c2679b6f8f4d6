// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/histogram.hpp>
#include <gateway/overrun_policy.hpp>
#include <gateway/time.hpp>

#include <chrono>
#include <cstdint>

namespace gateway {

struct RealTimeOptions {
    SimTime dt{5'000'000};  ///< simulated time of a tick
    OverrunPolicy overrun = OverrunPolicy::skip;
    double time_scale = 1;  ///< simulated seconds in a second on the clock
};

struct RealTimeCounters {
    std::uint64_t ticks = 0;
    /// Ticks that began a whole period or more after their deadline.
    std::uint64_t overruns = 0;
    /// Deadlines that never got a tick (skip, and catch_up beyond its longest backlog).
    std::uint64_t skipped = 0;
    /// By how much simulated time fell behind the clock for good, in simulated time.
    SimTime lost{0};
};

/// Says when ticks of a fixed step are due on the steady clock. Pure scheduling: it reads no clock
/// and waits for nothing, so every moment is handed in. Deadlines are absolute and counted from an
/// anchor, so nothing drifts. Belongs to one thread; DeadlineWaiter does the waiting.
///
///     while (!stop) {
///         waiter.wait(runner.next_deadline());      // or earlier, for a socket
///         if (!runner.is_due(now())) continue;
///         runner.begin_tick(now());                 // then do the work of one dt
///     }
///
/// | state   | event                     | what happens                                       |
/// | ---     | ---                       | ---                                                |
/// | running | begin_tick in its period  | next deadline one period on                        |
/// | running | begin_tick later than that| overrun counted, next deadline by the policy       |
/// | running | pause                     | no deadline any more; what was left is kept        |
/// | paused  | resume                    | next deadline when what was left has passed        |
/// | any     | set_time_scale            | what is left to the next deadline is scaled too    |
class RealTimeRunner {
  public:
    /// The first tick is due at `start`. Preconditions: dt > 0, time_scale > 0 and finite.
    RealTimeRunner(const RealTimeOptions& options, SteadyTime start);

    /// SteadyTime::max() while paused.
    SteadyTime next_deadline() const noexcept;
    bool is_due(SteadyTime now) const noexcept { return now >= next_deadline(); }

    /// Counts one tick of dt and sets the next deadline. Precondition: is_due(now).
    /// @return its lateness
    std::chrono::nanoseconds begin_tick(SteadyTime now) noexcept;

    /// Counts a tick that begins before its deadline, because what it needs is there; the grid
    /// moves: the next deadline is a period on. Precondition: not paused and not due.
    /// @return its lateness, 0
    std::chrono::nanoseconds begin_early(SteadyTime now) noexcept;
    /// Moves the grid: the next tick is due at `start`. Precondition: not paused.
    void restart(SteadyTime start) noexcept { anchor(start); }

    void pause(SteadyTime now) noexcept;
    void resume(SteadyTime now) noexcept;
    bool is_paused() const noexcept { return paused_; }
    /// Precondition: scale > 0 and finite.
    void set_time_scale(double scale, SteadyTime now) noexcept;

    SimTime dt() const noexcept { return options_.dt; }
    double time_scale() const noexcept { return options_.time_scale; }
    /// Time on the clock between two deadlines, at least 1 ns.
    std::chrono::nanoseconds period() const noexcept;
    const RealTimeCounters& counters() const noexcept { return counters_; }
    /// How long after its deadline each tick began.
    const Histogram& lateness() const noexcept { return lateness_; }

  private:
    SteadyTime deadline(std::int64_t tick) const noexcept;
    void anchor(SteadyTime next) noexcept;
    void overrun(SteadyTime now, std::chrono::nanoseconds late) noexcept;
    void skip(std::int64_t deadlines) noexcept;

    RealTimeOptions options_;
    SteadyTime anchor_;      ///< deadline of tick 0
    std::int64_t next_ = 0;  ///< counted from the anchor
    bool paused_ = false;
    std::chrono::nanoseconds left_{0};  ///< to the next deadline when it was paused
    RealTimeCounters counters_;
    Histogram lateness_;
};

}  // namespace gateway
