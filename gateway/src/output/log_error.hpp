// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/logger.h>

#include <exception>
#include <sstream>
#include <string>

namespace gateway {

/// Logs what went wrong; of a file with several mistakes each on a line of its own.
inline void log_error(spdlog::logger& logger, const std::exception& error) {
    std::istringstream lines(error.what());
    for (std::string line; std::getline(lines, line);) logger.error("{}", line);
}

}  // namespace gateway
