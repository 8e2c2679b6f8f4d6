// SPDX-License-Identifier: MIT
#pragma once

#include "progress.hpp"

#include <gateway/base/run_control.hpp>

#include <filesystem>
#include <iosfwd>
#include <string>

namespace gateway::campaign {

/// Works all shards of a plan on this machine, each in a process of its own; what those say goes to
/// DIR/log/SHARD.log.
/// @param jobs how many at once; fewer if /dev/shm has no room for their tables, which is told
/// @param control its `stop` ends the workers after their current runs
/// @param told the progress: on a terminal one line that changes, else a line every ten seconds
/// @return how far it is at the end
/// @throws StoreError, std::runtime_error if a worker cannot be started or failed twice
Progress run_pool(const Plan& plan, const std::filesystem::path& folder, unsigned jobs,
                  const RunControl& control, std::ostream& told);

}  // namespace gateway::campaign
