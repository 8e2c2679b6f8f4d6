// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <functional>
#include <optional>

namespace gateway::campaign {

/// Shows every result that there is in the order of runs, of one shard at a time, so that a million
/// take no more memory than a thousand.
/// @return why it ended before the last run, if a stop rule has decided
/// @throws StoreError
std::optional<StopDecision> for_each_row(const Plan& plan,
                                         const std::function<void(const Row&)>& visit);

/// The row of a run, or nothing if it has none yet.
/// @throws StoreError, std::invalid_argument for a run that there is not
std::optional<Row> find_row(const Plan& plan, std::uint64_t run);

/// The values of a run. Those of a search are in its row alone.
/// @throws std::runtime_error for a run of a search that is not made, and as above
Plan::Values values_of_run(const Plan& plan, std::uint64_t run);

}  // namespace gateway::campaign
