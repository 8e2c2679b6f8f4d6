// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace gateway::data_port {

/// Limits the reports of failures: the same text at most once a minute, and few texts a minute. A
/// failure may repeat every few milliseconds.
class ReportLimiter {
  public:
    static constexpr std::size_t most_a_minute = 16;

    bool is_due(const std::string& text, std::chrono::steady_clock::time_point now) {
        if (reported_.empty() || now - since_ >= std::chrono::minutes(1)) {
            reported_.clear();
            since_ = now;
        }
        if (reported_.size() >= most_a_minute ||
            std::find(reported_.begin(), reported_.end(), text) != reported_.end())
            return false;
        reported_.push_back(text);
        return true;
    }

  private:
    std::vector<std::string> reported_;  ///< since `since_`
    std::chrono::steady_clock::time_point since_{};
};

}  // namespace gateway::data_port
