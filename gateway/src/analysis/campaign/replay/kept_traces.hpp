// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>

#include <vector>

namespace gateway::campaign {

/// The runs whose traces the plan wants, of the results that there are now, in the order of their
/// index. @throws StoreError
std::vector<std::uint64_t> runs_to_keep(const Plan& plan);

/// Makes those runs again and leaves their traces in DIR/replay; what is there already stays.
/// @param control its `stop` ends it after the current run
/// @throws StoreError for results that cannot be trusted, such as one that does not come again
void keep_traces(const Plan& plan, const std::filesystem::path& folder, const RunControl& control,
                 const Log& log);

}  // namespace gateway::campaign
