// SPDX-License-Identifier: MIT
#pragma once

#include <ddc/command/command_line.hpp>

#include <spdlog/logger.h>

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

/// The ends of commands: errors of the command line, exceptions, exit codes, lost output.
namespace gateway {

/// Parses a command line. Writes errors to `err`, in the journal with the priority of an error.
/// @return the exit code if the command line is invalid or fully handled, such as --help; else
/// nothing
std::optional<int> parse_or_end(ddc::command::CommandLine& line, const char* program,
                                const std::vector<std::string>& arguments, std::ostream& out,
                                std::ostream& err);

/// Runs a command. Logs an exception and returns an exit code for it: 2 for invalid arguments and
/// files (std::invalid_argument), 1 for others.
int exit_code_of(const std::function<int()>& command, spdlog::logger& logger);

/// Flushes `out`, and logs an error if that fails. @return `code`, or 1 instead of 0 after an error
int after_results(int code, const char* program, std::ostream& out, std::ostream& err);

}  // namespace gateway
