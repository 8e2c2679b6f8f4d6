// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/controller_state.hpp>
#include <gateway/base/time.hpp>

#include <chrono>
#include <cstdint>

namespace gateway {

/// The two time-outs of a CommandWatchdog.
struct WatchdogOptions {
    /// Staleness: how long a command is valid, in simulated time. It does not elapse in a pause.
    SimTime timeout{100'000'000};
    /// Liveness: how long the sender may send no command, on the steady clock; it elapses in a
    /// pause too. If simulated time is slower than the clock, it must be longer than `timeout` by
    /// the same factor.
    std::chrono::nanoseconds liveness{100'000'000};
};

/// States of a CommandWatchdog.
enum class WatchdogState : std::uint8_t {
    waiting,    ///< in fail-safe: no valid command has arrived yet
    following,  ///< the last valid command is executed
    failsafe,   ///< in fail-safe: the last valid command is too old
};

/// The corresponding state of the watched controller.
ControllerState state_of(WatchdogState state) noexcept;
/// The state in messages and statistics, a literal: "waiting", "following", "failsafe".
const char* name_of(WatchdogState state) noexcept;

/// Watches whether one vehicle still gets commands. It reads no clock: both times are parameters.
/// Not thread-safe.
///
/// | state     | event                                     | next state                         |
/// | ---       | ---                                       | ---                                |
/// | waiting   | on_command                                | following                          |
/// | waiting   | check                                     | waiting: no free time at the start |
/// | following | on_command                                | following, both ages restart       |
/// | following | check, both ages below their limits       | following                          |
/// | following | check, command as old as timeout          | failsafe, counted                  |
/// | following | check, sender silent as long as liveness  | failsafe, counted                  |
/// | failsafe  | on_command                                | following at once                  |
/// | failsafe  | check                                     | failsafe                           |
/// | any       | restart                                   | waiting                            |
///
/// Call check() at the start of each tick, with the simulated time at which the tick starts: then
/// the vehicle gets its fail-safe command at the first tick at or after the limit, never earlier.
class CommandWatchdog {
  public:
    /// Starts in `waiting`.
    explicit CommandWatchdog(const WatchdogOptions& options) : options_(options) {}

    /// Changes WatchdogOptions::liveness, from the next check on.
    void set_liveness(std::chrono::nanoseconds liveness) noexcept { options_.liveness = liveness; }

    /// The vehicle was restarted: returns to `waiting`.
    void restart() noexcept { state_ = WatchdogState::waiting; }

    /// A valid command has arrived.
    /// @param sim_now simulated time at which the next tick starts
    /// @param now time on the steady clock
    void on_command(SimTime sim_now, SteadyTime now) noexcept;

    /// Compares the ages of the last command with the time-outs. Parameters as of on_command().
    /// @return true if the state changed from `following` to `failsafe`
    bool check(SimTime sim_now, SteadyTime now) noexcept;

    /// The state after the last call.
    WatchdogState state() const noexcept { return state_; }
    /// Whether the vehicle gets the fail-safe command: any state but `following`.
    bool is_failsafe() const noexcept { return state_ != WatchdogState::following; }
    /// How often the state changed from `following` to `failsafe`.
    std::uint64_t losses() const noexcept { return losses_; }

  private:
    WatchdogOptions options_;
    WatchdogState state_ = WatchdogState::waiting;
    SimTime commanded_at_{0};
    SteadyTime received_at_;
    std::uint64_t losses_ = 0;
};

}  // namespace gateway
