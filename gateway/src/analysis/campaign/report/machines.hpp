// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::campaign {

/// A machine that has made runs.
struct Machine {
    std::string host, processor, kernel, glibc, gateway;
    std::uint64_t files = 0;              ///< of rows
    std::string first_start, last_start;  ///< of its workers, in UTC
};

/// Those that the first lines of the files of rows name, in the order of their names.
std::vector<Machine> machines_of(const Plan& plan);

}  // namespace gateway::campaign
