// SPDX-License-Identifier: MIT
#pragma once

#include "campaign_file.hpp"

#include "assembly/run_config.hpp"

#include <string>

namespace gateway::campaign {

/// Sets the runs of design `each_fault`, and its parameters: whether a fault is enabled.
/// @throws std::invalid_argument if the configuration has no faults, or one that only begins by
/// hand
void add_faults(const RunConfig& run, CampaignFile& campaign);

/// The fault of a parameter of design `each_fault`: "gnss" for `faults.gnss.enabled`. With a list
/// `programs` it has the index of the program in front: "programs[1].gnss".
std::string fault_of(const std::string& path);

}  // namespace gateway::campaign
