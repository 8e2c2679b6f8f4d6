// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/time.hpp>

namespace gateway {

/// Stores the first command of a cycle before the filters.
class CommandTap {
  public:
    struct Seen {
        Command command;
        bool is_failsafe;
    };

    void store(const Command& command, SimTime now, bool is_failsafe) noexcept {
        if (now == at_) return;
        seen_ = {command, is_failsafe};
        at_ = now;
    }
    /// The command of the cycle at that time; null if there was none.
    const Seen* seen_at(SimTime now) const noexcept { return now == at_ ? &seen_ : nullptr; }

  private:
    Seen seen_{};
    SimTime at_{-1};
};

}  // namespace gateway
