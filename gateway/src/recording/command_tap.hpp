// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/seams.hpp>

#include <optional>
#include <utility>

namespace gateway {

/// Stands in front of all other filters and keeps what they are shown first in a turn.
class CommandTap : public CommandFilter {
  public:
    struct Seen {
        Command command;
        bool is_failsafe;
    };

    const char* name() const override { return "recording"; }
    Verdict apply(Command& command, const FilterInput& input) noexcept override {
        if (!seen_) seen_ = Seen{command, input.is_failsafe};
        return {};
    }
    /// What was kept since the last call.
    std::optional<Seen> take() noexcept { return std::exchange(seen_, std::nullopt); }

  private:
    std::optional<Seen> seen_;
};

}  // namespace gateway
