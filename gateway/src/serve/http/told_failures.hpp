// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

namespace gateway::data_port {

/// Which failures are told: each once a minute, and a few of them at most. What fails may fail
/// again in a few milliseconds.
class ToldFailures {
  public:
    static constexpr std::size_t most_a_minute = 16;

    bool is_due(const std::string& text, std::chrono::steady_clock::time_point now) {
        if (told_.empty() || now - since_ >= std::chrono::minutes(1)) {
            told_.clear();
            since_ = now;
        }
        if (told_.size() >= most_a_minute ||
            std::find(told_.begin(), told_.end(), text) != told_.end())
            return false;
        told_.push_back(text);
        return true;
    }

  private:
    std::vector<std::string> told_;  ///< since then
    std::chrono::steady_clock::time_point since_{};
};

}  // namespace gateway::data_port
