// SPDX-License-Identifier: MIT
#pragma once

#include "kept_programs.hpp"
#include "program_run.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace gateway {

struct ProgramResult {
    std::string name;
    /// Nothing if it has not reached its first cycle.
    std::optional<Summary> summary;
    /// The error, or empty. Empty without a summary: stopped before the program connected.
    std::string error;
};

/// The summary of one program as an object; for a list an object with a list `programs`.
nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list);

/// A file that a recording keeps.
struct AttachedFile {
    std::string name, media_type, text;
};

/// Options of a run besides its configuration.
struct RunOptions {
    std::vector<RunMonitor*> monitors = {};
    /// Fits the configuration; gets the programs to be kept for the next run.
    KeptPrograms* kept = nullptr;
    /// Called once from any thread, when the table exists and all sockets are bound.
    std::function<void()> on_ready = [] {};
    /// The recording of each program, or null; empty: no recordings.
    std::vector<std::shared_ptr<OutputFile>> recordings = {};
    /// Files that each recording contains.
    std::vector<AttachedFile> files = {};
    /// One value for each program; null: not needed.
    ReachedTimes* reached = nullptr;
};

/// Runs all programs in parallel, each in a separate thread and loop, and with a separate simulated
/// time unless they share one. The end of one program does not end another.
/// @param traces of each program, or null
/// @return one result for each program of the configuration, in that order
/// @throws ddc::TableError, std::invalid_argument, std::runtime_error if a UDP port is taken
std::vector<ProgramResult> run_programs(const RunConfig& config,
                                        const std::vector<std::shared_ptr<OutputFile>>& traces,
                                        RunControl& control, const Log& log,
                                        const RunOptions& options = {});

}  // namespace gateway
