// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A loop of this process, in the thread that makes this object and for as long as it lives: who
/// feeds the watchdog sees whether it goes on. One in a thread.
///
/// The loop says that it goes on in each turn, and in each slice of a wait that has a deadline or
/// an end by a signal, such as a pause: wherever it also looks at whether it is to stop. One that
/// says so no more would not obey a signal either.
class WatchedLoop {
  public:
    /// @param name for messages
    explicit WatchedLoop(std::string name);
    ~WatchedLoop();
    WatchedLoop(const WatchedLoop&) = delete;
    WatchedLoop& operator=(const WatchedLoop&) = delete;

    /// The loop of the calling thread goes on: one relaxed store. Of a thread without one, nothing.
    static void goes_on() noexcept {
        if (of_this_thread != nullptr) of_this_thread->count();
    }
    /// The same, of one that now waits without slices.
    static void waits_until(SteadyTime deadline) noexcept {
        if (of_this_thread == nullptr) return;
        of_this_thread->count();
        of_this_thread->deadline_.store(deadline, std::memory_order_relaxed);
    }

    /// The loops of this process that have said nothing since the last call, and are not within a
    /// wait. One that has just begun is none of them. For one caller.
    static std::vector<std::string> silent(SteadyTime now);
    /// Since when there is no loop any more, if there was one.
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
    std::uint64_t seen_ = 0;  ///< of count_, at the last look
};

}  // namespace gateway
