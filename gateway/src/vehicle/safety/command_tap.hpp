// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/time.hpp>

namespace gateway {

/// Keeps the command that the filters are shown first in a turn.
class CommandTap {
  public:
    struct Seen {
        Command command;
        bool is_failsafe;
    };

    void see(const Command& command, SimTime now, bool is_failsafe) noexcept {
        if (now == at_) return;
        seen_ = {command, is_failsafe};
        at_ = now;
    }
    /// Null if there was none in the turn at that time.
    const Seen* seen_at(SimTime now) const noexcept { return now == at_ ? &seen_ : nullptr; }

  private:
    Seen seen_{};
    SimTime at_{-1};
};

}  // namespace gateway
