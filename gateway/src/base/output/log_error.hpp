// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/logger.h>

#include <exception>
#include <sstream>
#include <string>

namespace gateway {

/// Logs each line of a text as an error.
inline void log_lines(spdlog::logger& logger, const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) logger.error("{}", line);
}

/// Logs an error; each of several errors of a file is on a separate line.
inline void log_error(spdlog::logger& logger, const std::exception& error) {
    log_lines(logger, error.what());
}

}  // namespace gateway
