// SPDX-License-Identifier: MIT
#pragma once

#include "run_extras.hpp"

#include "assembly/run_config.hpp"

#include <spdlog/logger.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A configuration with every file it names.
struct LoadedRun {
    RunConfig config;
    std::string file;                  ///< or its changed copy
    std::unique_ptr<ChangedRun> copy;  ///< null where nothing was set
};

/// Loads a configuration, or logs the reason why it cannot.
/// @param settings of the command line
/// @param extras may be null without settings
std::optional<LoadedRun> load_config(const std::string& file, const std::vector<Setting>& settings,
                                     const RunExtras* extras, spdlog::logger& logger);

/// Logs what is doubtful in a configuration.
void log_warnings(const RunConfig& config, spdlog::logger& logger);

}  // namespace gateway
