// SPDX-License-Identifier: MIT
#pragma once

#include "progress.hpp"

#include <gateway/base/run_control.hpp>

#include <filesystem>
#include <iosfwd>
#include <string>

namespace gateway::campaign {

/// Executes all shards of a plan on this machine, each in a separate process. The output of the
/// processes is written to DIR/log/SHARD.log.
/// @param jobs number of processes at once; reduced, with a message, if /dev/shm has no room for
/// their tables
/// @param control its `stop` ends the workers after their current runs
/// @param err receives the progress, see ProgressLine
/// @return the progress at the end
/// @throws StoreError, std::runtime_error if a worker cannot be started or failed twice
Progress run_pool(const Plan& plan, const std::filesystem::path& folder, unsigned jobs,
                  const RunControl& control, std::ostream& err);

}  // namespace gateway::campaign
