// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gateway::campaign {

/// A machine that has executed runs.
struct Machine {
    std::string host, processor, kernel, glibc, gateway;
    std::uint64_t files = 0;              ///< number of its files of results
    std::string first_start, last_start;  ///< start of its workers, in UTC
};

/// The machines in the first lines of the files of results, in the order of their names.
std::vector<Machine> machines_of(const Plan& plan);

}  // namespace gateway::campaign
