// SPDX-License-Identifier: MIT
#pragma once

#include "report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One build of ddc-bench and what it has shown so far.
struct Build {
    std::string program;  ///< path
    Report report;
};

/// Runs every suite `rounds` times in each build, the builds in turn, each run a process of its
/// own. Says on standard error which run it is at and how long the rest will take. A suite that
/// fails is not run again; its error is in the report.
/// @param after_each_run is called with what is known so far
void run_suites(
    const std::vector<std::string>& suites, int rounds, std::vector<Build>& builds,
    const std::function<void()>& after_each_run = [] {});

}  // namespace bench
