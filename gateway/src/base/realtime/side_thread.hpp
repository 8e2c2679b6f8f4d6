// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace gateway {

/// A separate thread for slow work with values of a loop. The loop never waits for it: a value that
/// arrives while the thread copies the last one is dropped.
template <class T>
class SideThread {
  public:
    explicit SideThread(std::function<void(const T&)> work)
        : work_(std::move(work)), thread_([this] { work_until_closed(); }) {}
    ~SideThread() {
        {
            const std::lock_guard<std::mutex> lock(mutex_);
            is_closed_ = true;
        }
        changed_.notify_one();
        thread_.join();
    }
    SideThread(const SideThread&) = delete;
    SideThread& operator=(const SideThread&) = delete;

    /// Replaces the value that waits, if there is one. @return false if `value` was dropped
    bool try_offer(const T& value) {
        const std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock) return false;
        value_ = value;
        is_new_ = true;
        changed_.notify_one();
        return true;
    }

  private:
    void work_until_closed() {
        std::unique_lock<std::mutex> lock(mutex_);
        for (;;) {
            changed_.wait(lock, [this] { return is_new_ || is_closed_; });
            if (is_closed_) return;
            const T value = value_;
            is_new_ = false;
            lock.unlock();
            work_(value);
            lock.lock();
        }
    }

    std::function<void(const T&)> work_;
    std::mutex mutex_;  ///< guards all below
    std::condition_variable changed_;
    T value_{};
    bool is_new_ = false;
    bool is_closed_ = false;
    std::thread thread_;
};

}  // namespace gateway
