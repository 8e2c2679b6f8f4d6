// SPDX-License-Identifier: MIT
#include <gateway/base/command_watchdog.hpp>

namespace gateway {

ControllerState state_of(WatchdogState state) noexcept {
    switch (state) {
        case WatchdogState::waiting:
            return ControllerState::waiting;
        case WatchdogState::following:
            return ControllerState::following;
        case WatchdogState::failsafe:
            break;
    }
    return ControllerState::failsafe;
}

const char* name_of(WatchdogState state) noexcept {
    return name_of(state_of(state));
}

void CommandWatchdog::on_command(SimTime sim_now, SteadyTime now) noexcept {
    state_ = WatchdogState::following;
    commanded_at_ = sim_now;
    received_at_ = now;
}

bool CommandWatchdog::check(SimTime sim_now, SteadyTime now) noexcept {
    if (is_failsafe()) return false;
    const bool is_stale = sim_now - commanded_at_ >= options_.timeout;
    const bool is_gone = now - received_at_ >= options_.liveness;
    if (!is_stale && !is_gone) return false;
    state_ = WatchdogState::failsafe;
    ++losses_;
    return true;
}

}  // namespace gateway
