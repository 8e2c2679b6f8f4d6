// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// How commands end: the same way for all.
namespace gateway {

/// Reads a command line. What is wrong with it is told on `err`; in the journal, as an error.
/// @return the exit code if the program ends with that, or with what was asked for, such as --help
std::optional<int> parse_or_end(ddc::command::CommandLine& line, const char* program,
                                const std::vector<std::string>& arguments, std::ostream& out,
                                std::ostream& err);

/// Runs a command. What it throws is logged, and becomes an exit code: 2 for arguments and files
/// that cannot be used (std::invalid_argument), 1 for all else.
int exit_code_of(const std::function<int()>& command, spdlog::logger& logger);

/// Says so if results could not be written. @return `code`, or 1 in the place of 0 then
int after_results(int code, const char* program, std::ostream& out, std::ostream& err);

}  // namespace gateway
