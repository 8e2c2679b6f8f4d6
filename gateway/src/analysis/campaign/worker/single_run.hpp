// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <string>
#include <vector>

namespace gateway::campaign {

/// The configuration with which `ddc-gateway run` repeats one run of a campaign, with the seed and
/// the execution times that a worker uses.
/// @throws std::invalid_argument for a path that does not exist, or an invalid configuration
FrozenConfig single_run_config(const Plan& plan, std::uint64_t run, const Plan::Values& values);

/// The prefix of paths to the keys of each program: "programs[1]." in a list, else an empty text.
/// @throws std::invalid_argument for an invalid configuration
std::vector<std::string> program_paths(const FrozenConfig& config);

}  // namespace gateway::campaign
