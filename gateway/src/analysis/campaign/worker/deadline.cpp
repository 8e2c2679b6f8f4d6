// SPDX-License-Identifier: MIT
#include "deadline.hpp"

namespace gateway::campaign {

Deadline::Deadline(std::optional<Seconds> limit, std::atomic<bool>& flag) {
    if (!limit) return;
    thread_ = std::thread([this, limit = *limit, &flag] {
        std::unique_lock lock(mutex_);
        if (ended_.wait_for(lock, limit, [this] { return has_ended_; })) return;
        is_over_ = true;
        flag = true;
    });
}

Deadline::~Deadline() {
    if (!thread_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
    }
    ended_.notify_one();
    thread_.join();
}

}  // namespace gateway::campaign
