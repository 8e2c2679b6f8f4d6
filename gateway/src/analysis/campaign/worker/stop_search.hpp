// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

namespace gateway::campaign {

/// Applies the stop rules of a plan to published shards: from the first one up to the first that is
/// not published. Each shard is read once.
class StopSearch {
  public:
    /// @param plan outlives this
    explicit StopSearch(const Plan& plan) : plan_(plan), test_(plan.stop_rules()) {}

    /// Reads the newly published shards. @return the decision, or nothing @throws StoreError
    const std::optional<StopDecision>& look();
    /// Whether a run is after the decision, so that it does not count. @throws StoreError
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
