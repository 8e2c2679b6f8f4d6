// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/logger.h>

#include <ostream>
#include <string>

namespace gateway {

/// The log of a command: lines that begin with its name, or in the journal with their priority.
/// @param err outlives the log
spdlog::logger make_logger(const std::string& name, std::ostream& err);

}  // namespace gateway
