// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>

namespace gateway::campaign {

/// Makes the runs of a shard that there are no results of, and publishes all.
/// @param control its `stop` ends it after the current run
/// @return whether all are there, or are not needed since a stop rule has decided
/// @throws StoreError, std::system_error if results cannot be written, std::invalid_argument for a
/// shard that there is not, std::runtime_error for programs that are not those of the plan
bool work(const Plan& plan, std::uint64_t shard, const RunControl& control, const Log& log);

}  // namespace gateway::campaign
