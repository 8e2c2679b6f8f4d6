// SPDX-License-Identifier: MIT
#pragma once

#include "requirement.hpp"

#include <string>
#include <vector>

namespace gateway::requirement {

/// The results of one run.
struct Suite {
    std::string name;
    std::vector<Outcome> outcomes;
};

/// A JUnit report for continuous integration: a suite for each run, a test case for each
/// requirement.
std::string junit_text(const std::vector<Suite>& suites);

}  // namespace gateway::requirement
