// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// Registers a loop of the thread that creates the object, for the object's lifetime. The thread
/// that feeds the watchdog checks whether the loop makes progress. At most one per thread.
///
/// The loop reports progress in each cycle, and in each slice of a wait that has a deadline or ends
/// by a signal, such as a pause: wherever it also checks whether it must stop. A loop that reports
/// no progress would not react to a signal either.
class WatchedLoop {
  public:
    /// @param name for messages
    explicit WatchedLoop(std::string name);
    ~WatchedLoop();
    WatchedLoop(const WatchedLoop&) = delete;
    WatchedLoop& operator=(const WatchedLoop&) = delete;

    /// Reports progress of the calling thread's loop: one relaxed store. Without a loop, no effect.
    static void goes_on() noexcept {
        if (of_this_thread != nullptr) of_this_thread->count();
    }
    /// The same for a loop that now waits until `deadline` without slices.
    static void waits_until(SteadyTime deadline) noexcept {
        if (of_this_thread == nullptr) return;
        of_this_thread->count();
        of_this_thread->deadline_.store(deadline, std::memory_order_relaxed);
    }

    /// Names of the loops that reported no progress since the last call and are not within a wait.
    /// A loop that began since then is not among them. For one caller.
    static std::vector<std::string> silent(SteadyTime now);
    /// When the last loop ended; nothing if a loop exists, or none has existed.
    static std::optional<SteadyTime> all_ended();

  private:
    void count() noexcept {
        count_.store(count_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    }
    bool is_silent(SteadyTime now);

    inline static thread_local WatchedLoop* of_this_thread = nullptr;

    const std::string name_;
    std::atomic<std::uint64_t> count_{1};
    std::atomic<SteadyTime> deadline_{SteadyTime::min()};
    std::uint64_t seen_ = 0;  ///< count_ at the last check
};

}  // namespace gateway
