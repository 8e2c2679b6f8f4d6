// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>

#include <spdlog/logger.h>

#include <ostream>
#include <string>

namespace gateway {

/// The log of a command: lines that begin with its name, or in the journal with their priority.
/// @param err outlives the log
spdlog::logger make_logger(const std::string& name, std::ostream& err);

/// The logger's level of a message.
inline spdlog::level::level_enum level_of(const LogMessage& message) {
    return message.level == LogLevel::error     ? spdlog::level::err
           : message.level == LogLevel::warning ? spdlog::level::warn
                                                : spdlog::level::info;
}

}  // namespace gateway
