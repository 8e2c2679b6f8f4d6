// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include "output/status_line.hpp"

#include <gateway/base/run_control.hpp>

#include <vector>

namespace gateway::campaign {

/// The runs whose traces the plan keeps, according to the current results, in the order of their
/// index. @throws StoreError
std::vector<std::uint64_t> runs_to_keep(const Plan& plan);

/// Repeats these runs and writes their traces to DIR/replay; existing traces are kept. The messages
/// of the runs are appended to DIR/log/replay.log.
/// @param status shows the progress
/// @param control its `stop` ends it after the current run
/// @throws StoreError for invalid results, such as one that cannot be repeated
void keep_traces(const Plan& plan, const std::filesystem::path& folder, const RunControl& control,
                 StatusLine& status);

}  // namespace gateway::campaign
