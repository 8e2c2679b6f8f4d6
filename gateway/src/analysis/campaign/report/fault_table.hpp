// SPDX-License-Identifier: MIT
#pragma once

#include "fault_results.hpp"

#include <string>
#include <vector>

namespace gateway::campaign {

/// The table of faults as CSV, with a header.
std::string csv_of(const std::vector<FaultResult>& results);

/// The table of faults for a terminal: a line for each run with the times of its reaction, and the
/// requirements that it breaks.
std::string text_of(const std::vector<FaultResult>& results);

}  // namespace gateway::campaign
