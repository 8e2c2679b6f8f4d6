// SPDX-License-Identifier: MIT
#pragma once

#include "kept_programs.hpp"
#include "program_run.hpp"

#include <nlohmann/json_fwd.hpp>

#include <functional>

namespace gateway {

struct ProgramResult {
    std::string name;
    /// Nothing if it did not come to its first cycle.
    std::optional<Summary> summary;
    /// What went wrong, or empty. Empty without a summary: stopped before the program was there.
    std::string error;
};

/// The summary of one program as an object; those of a list as an object with a list `programs`.
nlohmann::ordered_json to_json(const std::vector<ProgramResult>& results, bool is_list);

/// A file that a recording keeps.
struct AttachedFile {
    std::string name, media_type, text;
};

/// What a run may have beside it.
struct RunOptions {
    std::vector<RunMonitor*> monitors = {};
    /// Fits the configuration; takes what is to be kept for the next run.
    KeptPrograms* kept = nullptr;
    /// Called once, when the table is there and all sockets are bound, from any thread.
    std::function<void()> on_ready = [] {};
    /// What each program is recorded in, null where it is not; empty: none is.
    std::vector<std::shared_ptr<OutputFile>> recordings = {};
    /// What each recording keeps.
    std::vector<AttachedFile> files = {};
    /// One of each program, or null: not asked for.
    ReachedTimes* reached = nullptr;
};

/// Runs all programs side by side, each in a thread and a loop of its own, and if they do not share
/// one, in a time of its own; the end of one does not end another.
/// @param traces of each program, null where none is wanted
/// @return as many as the configuration has programs, in that order
/// @throws ddc::TableError, std::invalid_argument, std::runtime_error if a UDP port is taken
std::vector<ProgramResult> run_programs(const RunConfig& config,
                                        const std::vector<std::shared_ptr<OutputFile>>& traces,
                                        RunControl& control, const Log& log,
                                        const RunOptions& options = {});

}  // namespace gateway
