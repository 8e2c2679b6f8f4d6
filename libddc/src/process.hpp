// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

/// Identity of a process, which also distinguishes processes that had the same pid.
namespace ddc::process {

/// pid in the high half, hash of the start time in the low half; never 0.
using Identity = std::uint64_t;

enum class State {
    alive,
    stopped,  ///< by SIGSTOP or a debugger
    dead,     ///< ended, a zombie, or its pid now belongs to another process
};

/// This process. Cheap after the first call; correct in a forked child, too.
Identity self() noexcept;

/// State of the process with an identity of the same pid namespace.
State state_of(Identity identity) noexcept;

constexpr int pid_of(Identity identity) noexcept {
    return static_cast<int>(identity >> 32);
}

/// The process's name as the kernel keeps it, or "?".
std::string name_of(int pid);

/// Inode of this process's pid namespace, 0 if unknown.
std::uint64_t pid_namespace() noexcept;

}  // namespace ddc::process
