// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gateway::campaign {

struct CommandOutput {
    int exit_code = -1;  ///< -1: ended by a signal
    std::string text;    ///< of standard output
};

/// Where the standard error of a command goes.
enum class ErrorsOf { command_shown, command_dropped };

/// Runs a command of the PATH to its end.
/// @throws std::system_error if it cannot be started
CommandOutput output_of(std::vector<std::string> words, const std::filesystem::path& folder,
                        ErrorsOf errors = ErrorsOf::command_shown);

}  // namespace gateway::campaign
