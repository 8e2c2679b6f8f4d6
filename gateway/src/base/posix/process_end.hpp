// SPDX-License-Identifier: MIT
#pragma once

#include <signal.h>

#include <cerrno>
#include <cstdlib>
#include <string>

namespace gateway {

/// Whether no process has the pid with which a text begins.
inline bool is_gone(const std::string& pid) {
    const long number = std::strtol(pid.c_str(), nullptr, 10);
    return number > 0 && ::kill(static_cast<pid_t>(number), 0) != 0 && errno == ESRCH;
}

}  // namespace gateway
