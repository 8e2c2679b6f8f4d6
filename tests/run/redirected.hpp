// SPDX-License-Identifier: MIT
#pragma once

#include "command.hpp"

#include <string>
#include <vector>

namespace tests {

/// A line for /bin/sh that executes the command, with these `redirections`: "2>/dev/full".
std::string shell_line(const std::vector<std::string>& command, const std::string& redirections);
std::vector<std::string> redirected(const std::vector<std::string>& command,
                                    const std::string& redirections);

/// Waits until a process has executed a command of the project.
void await_exec(pid_t pid);
/// The same, and until it handles a signal.
void await_handler(pid_t pid, int signal);
/// Whether a process ignores a signal.
bool ignores(pid_t pid, int signal);

}  // namespace tests
