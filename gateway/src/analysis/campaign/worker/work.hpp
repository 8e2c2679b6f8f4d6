// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>

namespace gateway::campaign {

/// Executes the runs of a shard that have no results, and publishes the shard.
/// @param control its `stop` ends it after the current run
/// @return whether all results exist, or are not needed since a stop rule has decided
/// @throws StoreError, std::system_error if results cannot be written, std::invalid_argument for a
/// shard out of range, std::runtime_error for programs that have changed since the plan was made
bool work(const Plan& plan, std::uint64_t shard, const RunControl& control, const Log& log);

}  // namespace gateway::campaign
