// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/tally.hpp"
#include "campaign/worker/stop_search.hpp"

#include <set>
#include <string>

namespace gateway::campaign {

/// The progress of a plan.
struct Progress {
    std::uint64_t runs = 0;       ///< number planned, or up to the stop decision
    Tally tally;                  ///< of all results, published or not
    std::uint64_t shards = 0;     ///< number of shards with those runs
    std::uint64_t published = 0;  ///< number of published shards
    std::optional<StopDecision> stopped;
};

/// Counts the results of a plan. A published shard is read only once.
class ProgressCounter {
  public:
    explicit ProgressCounter(const Plan& plan) : plan_(plan), stop_(plan) {}

    /// @throws StoreError
    Progress count();

  private:
    Progress stopped(const StopDecision& decision);
    void add(const Shard& shard, const Parts& parts, Progress& to);

    const Plan& plan_;
    Progress published_;
    std::set<std::uint64_t> is_counted_;
    StopSearch stop_;
};

/// "120 of 1000 runs: 100 pass, 18 fail, 2 error, 880 missing; 12.5 runs/s, 70 s left", or "...;
/// stopped at run 57: 10 failures".
std::string to_string(const Progress& progress, std::uint64_t present_before, double elapsed_s);

}  // namespace gateway::campaign
