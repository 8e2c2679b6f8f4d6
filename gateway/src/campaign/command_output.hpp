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

/// Runs a command of the PATH to its end; what it has to say on standard error is said there.
/// @throws std::system_error if it cannot be started
CommandOutput output_of(std::vector<std::string> words, const std::filesystem::path& folder);

}  // namespace gateway::campaign
