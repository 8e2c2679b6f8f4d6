// SPDX-License-Identifier: MIT
#pragma once

#include "campaign/plan/plan.hpp"
#include "campaign/worker/runner.hpp"

#include <gateway/base/log.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gateway::campaign {

/// A run that was made again.
struct Replayed {
    /// Of a program.
    struct Trace {
        std::filesystem::path file;
        std::vector<requirement::Requirement> requirements;
    };
    MadeRun made;
    std::vector<Trace> traces;  ///< in the order of the programs
    enum class Comparison { equal, differs, not_stored } comparison = Comparison::not_stored;
    std::string place;  ///< of the first difference: "/summary/route/max_m"
};

/// Makes a run again, from the plan alone, with a trace of each program, and compares its result
/// with the stored one.
/// @param trace of a list `programs` each gets its name in it: "7.csv", "7.left.csv"
/// @throws std::invalid_argument for a run that there is not, StoreError for results that cannot be
/// trusted, std::runtime_error for programs that are not those of the plan
Replayed replay(const Plan& plan, std::uint64_t run, const std::filesystem::path& trace,
                const Log& log);

/// The report for continuous integration: a suite for each program, and one that has failed if the
/// run could not be made.
std::string junit_text(const MadeRun& made);

/// Writes a run's configuration with all its files, which `ddc-gateway run` takes and which gives
/// the run's result. @return the main file
/// @param folder must be empty or not be there yet
/// @throws std::invalid_argument for a folder that has something, or a run that there is not,
/// std::runtime_error if a file cannot be written
std::filesystem::path write_run_config(const Plan& plan, std::uint64_t run,
                                       const std::filesystem::path& folder);

}  // namespace gateway::campaign
