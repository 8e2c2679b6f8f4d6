// SPDX-License-Identifier: MIT
#pragma once

#include "report.hpp"

#include <functional>
#include <string>
#include <vector>

namespace bench {

/// One build of ddc-bench and its results so far.
struct Build {
    std::string program;  ///< path
    Report report;
};

/// Runs every suite `rounds` times in each build, alternating between builds, each run in a
/// separate process. Reports the progress and the remaining time on standard error. A suite that
/// fails is not run again; its error is in the report.
/// @param after_each_run is called with the results so far
void run_suites(
    const std::vector<std::string>& suites, int rounds, std::vector<Build>& builds,
    const std::function<void()>& after_each_run = [] {});

}  // namespace bench
