// SPDX-License-Identifier: MIT
#pragma once

#include <spdlog/logger.h>

#include <functional>
#include <iosfwd>

/// How commands end: the same way for all.
namespace gateway {

/// Runs a command. What it throws is logged, and becomes an exit code: 2 for arguments and files
/// that cannot be used (std::invalid_argument), 1 for all else.
int exit_code_of(const std::function<int()>& command, spdlog::logger& logger);

/// Says so if results could not be written. @return `code`, or 1 in the place of 0 then
int after_results(int code, const char* program, std::ostream& out, std::ostream& err);

}  // namespace gateway
