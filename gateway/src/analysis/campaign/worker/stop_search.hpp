// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

namespace gateway::campaign {

/// Follows the shards that are published from the first one on without a gap, each read once, until
/// the stop rules of the plan have decided.
class StopSearch {
  public:
    /// Keeps a reference.
    explicit StopSearch(const Plan& plan) : plan_(plan), test_(plan.stop_rules()) {}

    /// Takes the shards that were published since. @throws StoreError
    const std::optional<StopDecision>& look();
    /// Whether runs of this index do not count. @throws StoreError
    bool is_beyond(std::uint64_t run) {
        const auto& decision = look();
        return decision && run > decision->run;
    }

  private:
    const Plan& plan_;
    StopTest test_;
    std::uint64_t next_shard_ = 0;
};

}  // namespace gateway::campaign
