// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/tally.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace gateway::campaign {

/// What a merge has found.
struct Merged {
    std::uint64_t runs = 0;  ///< planned, or up to the one that decided
    Tally tally;
    std::optional<StopDecision> stopped;
    std::string missing;  ///< "3, 17 to 40": of missing runs the first ones; empty: none
};

/// What a merge writes besides DIR/results.jsonl.
struct MergeFiles {
    std::optional<std::filesystem::path> csv;     ///< a line for each run
    std::optional<std::filesystem::path> sqlite;  ///< a table `runs`, and one `campaign`
};

/// Writes every result in the order of runs, without what the wall clock and the machine had to do
/// with it: DIR/results.jsonl, and if they are asked for tables with a column for each value. Of
/// one shard at a time, so that a million take no more memory than a thousand.
/// @throws StoreError, std::runtime_error if a file cannot be written
Merged merge(const Plan& plan, const std::filesystem::path& folder, const MergeFiles& files);

}  // namespace gateway::campaign
