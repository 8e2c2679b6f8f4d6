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

/// A configuration, loaded with every file it names.
struct LoadedRun {
    RunConfig config;
    std::string file;                  ///< or its changed copy
    std::unique_ptr<ChangedRun> copy;  ///< null without settings
};

/// Loads a configuration, or logs why it is invalid.
/// @param settings from the command line
/// @param extras may be null if there are no settings
/// @return nothing if the configuration is invalid
std::optional<LoadedRun> load_config(const std::string& file, const std::vector<Setting>& settings,
                                     const RunExtras* extras, spdlog::logger& logger);

/// Checks the FMUs of vehicles against their maps, and logs errors and warnings; no FMU is
/// executed.
/// @return whether all can be used
bool are_fmus_usable(const RunConfig& config, spdlog::logger& logger);

/// Logs the warnings of a configuration.
void log_warnings(const RunConfig& config, spdlog::logger& logger);

}  // namespace gateway
