// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

namespace gateway {

/// A thread for work that may hang for ever: on a disk, a pipe or a terminal. The thread that
/// started it waits for as long as it wants to and leaves it behind then, so the work must own all
/// it touches.
class AbandonableThread {
  public:
    explicit AbandonableThread(std::function<void()> work) {
        std::packaged_task<void()> task(std::move(work));
        ended_ = task.get_future();
        thread_ = std::thread(std::move(task));
    }
    /// Work that has been told to end gets a moment for it.
    ~AbandonableThread() {
        constexpr std::chrono::milliseconds moment{20};
        if (ends_by(std::chrono::steady_clock::now() + moment))
            thread_.join();
        else
            thread_.detach();
    }
    AbandonableThread(const AbandonableThread&) = delete;
    AbandonableThread& operator=(const AbandonableThread&) = delete;

    /// Waits for its end. @return false if it still worked at the deadline
    bool ends_by(std::chrono::steady_clock::time_point deadline) const {
        return ended_.wait_until(deadline) == std::future_status::ready;
    }

  private:
    std::future<void> ended_;
    std::thread thread_;
};

}  // namespace gateway
