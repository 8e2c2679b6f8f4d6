// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gateway::run_report {

/// The data of a run for a report.
struct Run {
    std::string name;
    std::vector<std::filesystem::path> traces;               ///< or, without any, recordings
    std::vector<nlohmann::ordered_json> summaries;           ///< of each program
    std::string config_name, config;                         ///< as written; empty: unknown
    std::vector<std::pair<std::string, std::string>> facts;  ///< of recordings, with versions
    std::vector<std::filesystem::path> files;                ///< the files that were read
};

/// Reads the files of a run.
/// @param given files and folders; a configuration or summary in a file takes precedence over that
/// attached to a recording
/// @throws std::invalid_argument, plant::FileError for a file that is not of a run or is damaged
Run read_run(const std::vector<std::string>& given);

}  // namespace gateway::run_report
