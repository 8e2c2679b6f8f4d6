// SPDX-License-Identifier: MIT
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstdint>

/// Waiting for a word of memory that several processes share.
namespace gateway::fmu_host {

/// Waits until another process wakes, unless the word differs from `seen`. May return without
/// reason.
/// @param longest not negative
/// @return false after that time
inline bool wait_on(const std::atomic<std::uint32_t>& word, std::uint32_t seen,
                    std::chrono::nanoseconds longest) noexcept {
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(longest);
    const timespec time{seconds.count(), (longest - seconds).count()};
    return ::syscall(SYS_futex, &word, FUTEX_WAIT, seen, &time, nullptr, 0) == 0 ||
           errno != ETIMEDOUT;
}

/// Wakes all processes that wait on the word.
inline void wake(std::atomic<std::uint32_t>& word) noexcept {
    ::syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX, nullptr, nullptr, 0);
}

}  // namespace gateway::fmu_host
