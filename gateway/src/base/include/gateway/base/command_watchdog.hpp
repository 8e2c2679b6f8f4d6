// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/controller_state.hpp>
#include <gateway/base/time.hpp>

#include <chrono>
#include <cstdint>

namespace gateway {

struct WatchdogOptions {
    /// Staleness: how long a command lasts in simulated time. A pause stops it.
    SimTime timeout{100'000'000};
    /// Liveness: how long its sender may be silent on the steady clock. Nothing stops it. Where
    /// time runs slower than the clock it must be longer than the timeout by the same factor.
    std::chrono::nanoseconds liveness{100'000'000};
};

enum class WatchdogState : std::uint8_t {
    waiting,    ///< fail-safe: there never was a valid command
    following,  ///< the last valid command is in force
    failsafe,   ///< there was one, but it is too old
};

/// The same of a controller that is watched.
ControllerState state_of(WatchdogState state) noexcept;
/// For messages and statistics: "waiting", "following", "failsafe".
const char* name_of(WatchdogState state) noexcept;

/// Watches whether one vehicle is still commanded. Reads no clock: both times are handed in.
///
/// | state     | event                                     | next state                         |
/// | ---       | ---                                       | ---                                |
/// | waiting   | on_command                                | following                          |
/// | waiting   | check                                     | waiting: no free time at the start |
/// | following | on_command                                | following, both ages start anew    |
/// | following | check, both ages below their limits       | following                          |
/// | following | check, command as old as timeout          | failsafe, counted                  |
/// | following | check, sender silent as long as liveness  | failsafe, counted                  |
/// | failsafe  | on_command                                | following at once                  |
/// | failsafe  | check                                     | failsafe                           |
/// | any       | restart                                   | waiting                            |
///
/// check is called at the begin of each tick with the simulated time that the tick starts from, so
/// a vehicle gets its fail-safe command at the first tick at or after the limit, never earlier.
class CommandWatchdog {
  public:
    explicit CommandWatchdog(const WatchdogOptions& options) : options_(options) {}

    void set_liveness(std::chrono::nanoseconds liveness) noexcept { options_.liveness = liveness; }

    /// The vehicle begins anew.
    void restart() noexcept { state_ = WatchdogState::waiting; }

    /// A valid command came. @param sim_now simulated time that the next tick starts from
    void on_command(SimTime sim_now, SteadyTime now) noexcept;

    /// @return true if this check is the one that ended following
    bool check(SimTime sim_now, SteadyTime now) noexcept;

    WatchdogState state() const noexcept { return state_; }
    bool is_failsafe() const noexcept { return state_ != WatchdogState::following; }
    /// How often following ended.
    std::uint64_t losses() const noexcept { return losses_; }

  private:
    WatchdogOptions options_;
    WatchdogState state_ = WatchdogState::waiting;
    SimTime commanded_at_{0};
    SteadyTime heard_at_;
    std::uint64_t losses_ = 0;
};

}  // namespace gateway
