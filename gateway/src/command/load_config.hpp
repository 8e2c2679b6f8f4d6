// SPDX-License-Identifier: MIT
#pragma once

#include "../run/run_config.hpp"

#include <spdlog/logger.h>

#include <optional>
#include <string>

namespace gateway {

/// A configuration with every file it names, or nothing and the reason on the log.
std::optional<RunConfig> load_config(const std::string& file, spdlog::logger& logger);

/// Logs what is doubtful in a configuration.
void log_warnings(const RunConfig& config, spdlog::logger& logger);

}  // namespace gateway
