// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace gateway::run_report {

/// What is known of a run.
struct Run {
    std::string name;
    std::vector<std::filesystem::path> traces;      ///< or, without any, recordings
    std::vector<nlohmann::ordered_json> summaries;  ///< of each program
    std::string config_name, config;                ///< as it was written; empty: not known
    std::vector<std::pair<std::string, std::string>> facts;  ///< of recordings, with versions
    std::vector<std::filesystem::path> files;                ///< what all this was read from
};

/// @param given files and folders; a recording has its configuration and summary attached, which
/// those of a file go before
/// @throws std::invalid_argument, plant::FileError for what is no file of a run or is damaged
Run read_run(const std::vector<std::string>& given);

}  // namespace gateway::run_report
