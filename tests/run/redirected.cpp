// SPDX-License-Identifier: MIT
#include "redirected.hpp"

#include "../support/watchdog.hpp"

#include <csignal>
#include <cstdint>
#include <sstream>

namespace tests {
namespace {

/// A mask of signals as /proc shows it: "SigIgn:", "SigCgt:".
bool is_in_mask(pid_t pid, const std::string& key, int signal) {
    std::istringstream status(read_file("/proc/" + std::to_string(pid) + "/status"));
    for (std::string word; status >> word;) {
        if (word != key) continue;
        std::uint64_t mask = 0;
        status >> std::hex >> mask;
        return (mask >> (signal - 1) & 1U) != 0;
    }
    return false;
}

}  // namespace

std::string shell_line(const std::vector<std::string>& command, const std::string& redirections) {
    std::string line = "'" + (binary_directory() / command.at(0)).string() + "'";
    for (std::size_t i = 1; i < command.size(); ++i) line += " '" + command[i] + "'";
    return line + " " + redirections;
}

std::vector<std::string> redirected(const std::vector<std::string>& command,
                                    const std::string& redirections) {
    return {"/bin/sh", "-c", "exec " + shell_line(command, redirections)};
}

void await_exec(pid_t pid) {
    const auto own = std::filesystem::read_symlink("/proc/self/exe");
    await([&] {
        std::error_code ignored;
        const auto file =
            std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", ignored);
        return file != own && file.parent_path() == own.parent_path();
    });
}

void await_handler(pid_t pid, int signal) {
    await_exec(pid);
    await([&] { return is_in_mask(pid, "SigCgt:", signal); });
}

bool ignores(pid_t pid, int signal) {
    return is_in_mask(pid, "SigIgn:", signal);
}

}  // namespace tests
