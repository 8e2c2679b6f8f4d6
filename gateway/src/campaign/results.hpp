// SPDX-License-Identifier: MIT
#pragma once

#include "plan.hpp"

#include <functional>

namespace gateway::campaign {

/// Shows every result that there is in the order of runs, of one shard at a time, so that a million
/// take no more memory than a thousand.
/// @return why it ended before the last run, if a stop rule has decided
/// @throws StoreError
std::optional<StopDecision> for_each_row(const Plan& plan,
                                         const std::function<void(const Row&)>& visit);

}  // namespace gateway::campaign
