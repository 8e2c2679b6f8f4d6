// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <thread>
#include <utility>

namespace gateway {

/// A thread for work that may block without end, on a disk, a pipe or a terminal. The thread that
/// started it waits for a limited time and then detaches it, so the work must own all that it uses.
class AbandonableThread {
  public:
    explicit AbandonableThread(std::function<void()> work) {
        std::packaged_task<void()> task(std::move(work));
        ended_ = task.get_future();
        thread_ = std::thread(std::move(task));
    }
    /// Waits a moment for work that was asked to end, then detaches the thread.
    ~AbandonableThread() {
        constexpr std::chrono::milliseconds moment{20};
        if (ends_by(std::chrono::steady_clock::now() + moment))
            thread_.join();
        else
            thread_.detach();
    }
    AbandonableThread(const AbandonableThread&) = delete;
    AbandonableThread& operator=(const AbandonableThread&) = delete;

    /// Waits for the end of the work. @return false if it has not ended by the deadline
    bool ends_by(std::chrono::steady_clock::time_point deadline) const {
        return ended_.wait_until(deadline) == std::future_status::ready;
    }

  private:
    std::future<void> ended_;
    std::thread thread_;
};

}  // namespace gateway
