// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace gateway::campaign {

/// Sets a flag after a time-out in wall time, unless it is destroyed before.
class Deadline {
  public:
    using Seconds = std::chrono::duration<double>;

    /// @param limit nothing: no time-out and no thread
    Deadline(std::optional<Seconds> limit, std::atomic<bool>& flag);
    ~Deadline();
    Deadline(const Deadline&) = delete;
    Deadline& operator=(const Deadline&) = delete;

    bool is_over() const { return is_over_; }

  private:
    std::mutex mutex_;
    std::condition_variable ended_;
    bool has_ended_ = false;
    std::atomic<bool> is_over_{false};
    std::thread thread_;
};

}  // namespace gateway::campaign
