// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gateway::run_report {

/// Files of one run, by what they hold.
struct InputFiles {
    std::vector<std::filesystem::path> traces;      ///< CSV
    std::vector<std::filesystem::path> recordings;  ///< MCAP
    std::optional<std::filesystem::path> summary;   ///< JSON
    std::optional<std::filesystem::path> config;    ///< YAML

    std::vector<std::filesystem::path> all() const;
};

/// Sorts files and those of folders, not of folders below. What a folder has beside files of a run
/// is passed over.
/// @throws std::invalid_argument for a file that is none of these, for two summaries or
/// configurations, and if there is nothing
InputFiles sort_files(const std::vector<std::string>& given);

}  // namespace gateway::run_report
