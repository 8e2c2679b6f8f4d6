// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <functional>
#include <optional>

namespace gateway::campaign {

/// Calls a function for each existing result in the order of runs. Reads one shard at a time, so
/// the memory does not depend on the number of runs.
/// @return the stop decision, if a stop rule ended the campaign before its last run
/// @throws StoreError
std::optional<StopDecision> for_each_row(const Plan& plan,
                                         const std::function<void(const Row&)>& visit);

/// The row of a run, or nothing if it has none yet.
/// @throws StoreError, std::invalid_argument for a run out of range
std::optional<Row> find_row(const Plan& plan, std::uint64_t run);

/// The values of a run, in a search from its row.
/// @throws std::runtime_error for a run of a search that was not executed; StoreError,
/// std::invalid_argument as find_row()
Plan::Values values_of_run(const Plan& plan, std::uint64_t run);

}  // namespace gateway::campaign
