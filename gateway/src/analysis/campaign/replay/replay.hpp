// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/worker/runner.hpp"

#include <gateway/base/log.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway::campaign {

/// A repeated run.
struct Replayed {
    /// The trace of a program.
    struct Trace {
        std::filesystem::path file;
        std::vector<requirement::Requirement> requirements;
    };
    MadeRun made;
    std::vector<Trace> traces;  ///< in the order of the programs
    enum class Comparison { equal, differs, not_stored } comparison = Comparison::not_stored;
    std::string place;  ///< path of the first difference: "/summary/route/max_m"
};

/// Repeats a run from the plan, with a trace of each program, and compares its result with the
/// stored one.
/// @param trace "7.csv"; with a list `programs` the name of the program is inserted: "7.left.csv"
/// @throws std::invalid_argument for a run out of range, StoreError for invalid results,
/// std::runtime_error for programs that have changed since the plan was made
Replayed replay(const Plan& plan, std::uint64_t run, const std::filesystem::path& trace,
                const Log& log);

/// The JUnit report: a suite for each program, or a failed suite if the run could not be made.
std::string junit_text(const MadeRun& made);

/// Writes a run's configuration with all its files; `ddc-gateway run` gives the same result with
/// it.
/// @param folder must be empty or not exist
/// @return the main file
/// @throws std::invalid_argument for a folder that is not empty, or a run out of range,
/// std::runtime_error if a file cannot be written
std::filesystem::path write_run_config(const Plan& plan, std::uint64_t run,
                                       const std::filesystem::path& folder);

}  // namespace gateway::campaign
