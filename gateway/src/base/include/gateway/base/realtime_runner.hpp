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

struct RealTimeOptions {
    SimTime dt{5'000'000};  ///< simulated time of a tick
    OverrunPolicy overrun = OverrunPolicy::skip;
    double time_scale = 1;  ///< simulated seconds in a second on the clock
    /// Simulated time that a command lasts; on the clock as long divided by time_scale.
    SimTime cmd_timeout{100'000'000};
    /// Takes the place of a command that is missing. As in the chapter about the simulator's
    /// kernel: straight on, no throttle, brake 0.3, drive, no hand brake.
    plant::Command failsafe{0, 0, 0.3, plant::Gear::drive, false};
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

/// Says when ticks of a fixed step are due on the steady clock, and which command each of them has.
/// It reads no clock and waits for nothing, so every moment is handed in. Deadlines are absolute
/// and counted from an anchor, so nothing drifts. Belongs to one thread; DeadlineWaiter does the
/// waiting.
///
///     while (!stop) {
///         waiter.wait(runner.next_deadline());      // or earlier, for a socket
///         if (const auto command = receive()) runner.set_input(*command, now());
///         if (!runner.is_due(now())) continue;
///         runner.begin_tick(now());
///         session.set_input(runner.input());        // the fail-safe one if none has come in time
///         session.tick(runner.dt());
///     }
///
/// Who has several vehicles watches the commands of each with a CommandWatchdog instead.
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

    /// Holds a command for cmd_timeout. @param now on the clock
    void set_input(const plant::Command& command, SteadyTime now) noexcept;
    /// Of the tick that began last: the command that is held, or the fail-safe one if none has come
    /// yet or the last one is as old as cmd_timeout.
    const plant::Command& input() const noexcept;

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
    void count_tick(SteadyTime now) noexcept;
    std::chrono::nanoseconds longest_silence() const noexcept;
    SimTime simulated() const noexcept {
        return static_cast<std::int64_t>(counters_.ticks) * options_.dt;
    }
    SteadyTime deadline(std::int64_t tick) const noexcept;
    void anchor(SteadyTime next) noexcept;
    void overrun(SteadyTime now, std::chrono::nanoseconds late) noexcept;
    void skip(std::int64_t deadlines) noexcept;

    RealTimeOptions options_;
    SteadyTime anchor_;      ///< deadline of tick 0
    std::int64_t next_ = 0;  ///< counted from the anchor
    bool paused_ = false;
    std::chrono::nanoseconds left_{0};  ///< to the next deadline when it was paused
    plant::Command held_;
    CommandWatchdog watchdog_;
    RealTimeCounters counters_;
    Histogram lateness_;
};

}  // namespace gateway
