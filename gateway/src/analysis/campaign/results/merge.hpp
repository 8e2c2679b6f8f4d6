// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/tally.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace gateway::campaign {

/// The result of a merge.
struct Merged {
    std::uint64_t runs = 0;  ///< number planned, or up to the stop decision
    Tally tally;
    std::optional<StopDecision> stopped;
    std::string missing;  ///< "3, 17 to 40": the first missing runs; empty: none
};

/// What a merge writes besides DIR/results.jsonl.
struct MergeFiles {
    std::optional<std::filesystem::path> csv;     ///< a line for each run
    std::optional<std::filesystem::path> sqlite;  ///< a table `runs`, and one `campaign`
};

/// Writes all results in the order of runs, without values that depend on wall time or the machine,
/// to DIR/results.jsonl, and optionally to tables with a column for each value. Processes one shard
/// at a time, so the memory does not depend on the number of runs.
/// @throws StoreError, std::runtime_error if a file cannot be written
Merged merge(const Plan& plan, const std::filesystem::path& folder, const MergeFiles& files);

}  // namespace gateway::campaign
