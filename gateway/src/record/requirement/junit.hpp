// SPDX-License-Identifier: MIT
#pragma once

#include "requirement.hpp"

#include <string>
#include <vector>

namespace gateway::requirement {

/// What came of one run.
struct Suite {
    std::string name;
    std::vector<Outcome> outcomes;
};

/// The report that continuous integration servers read: a suite for each run, a test case for each
/// requirement.
std::string junit_text(const std::vector<Suite>& suites);

}  // namespace gateway::requirement
