// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/store/shard_writer.hpp"

#include <gateway/base/run_control.hpp>

#include <functional>

namespace gateway::campaign {

/// Makes a run with some values.
using MakeRun = std::function<Row(std::uint64_t run, const Plan::Values& values)>;

/// Looks in the runs of a shard for one that breaks a requirement, by the least robustness of all
/// of them. It goes on until one has failed: those that are left are not made, and have rows that
/// say so. Of a run that has a row already that row is the answer, since the search asks the same
/// again; so it goes on where another worker has stopped.
/// @param control its `stop` ends it after the current run
/// @return whether all rows are there
/// @throws StoreError for a row with other values than the search asks for, std::system_error if
/// one cannot be written
bool falsify(const Plan& plan, const Shard& shard, ShardWriter& writer, const MakeRun& make,
             const RunControl& control);

}  // namespace gateway::campaign
