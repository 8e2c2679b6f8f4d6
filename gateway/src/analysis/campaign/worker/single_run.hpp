// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <string>
#include <vector>

namespace gateway::campaign {

/// The configuration with which `ddc-gateway run` makes one run of a campaign: with the seed and
/// the execution times that a worker gives it.
/// @throws std::invalid_argument for a path that leads nowhere, or what is no configuration
FrozenConfig single_run_config(const Plan& plan, std::uint64_t run, const Plan::Values& values);

/// What paths to the keys of each program begin with: "programs[1]." of a list, else nothing.
/// @throws std::invalid_argument for what is no configuration
std::vector<std::string> program_paths(const FrozenConfig& config);

}  // namespace gateway::campaign
