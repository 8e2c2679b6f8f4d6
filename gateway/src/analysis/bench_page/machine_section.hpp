// SPDX-License-Identifier: MIT
#pragma once

#include "bench.hpp"
#include "verdict.hpp"

#include <string>
#include <vector>

namespace gateway::bench_page {

/// A finding for each period that was measured: whether the machine holds it, else why not.
std::vector<Finding> findings_of(const MeasuredMachine& machine);

/// The section of a machine: findings, properties, the lateness of each loop without and with load,
/// what settings change, round trips.
std::string machine_section(const MeasuredMachine& machine);

}  // namespace gateway::bench_page
