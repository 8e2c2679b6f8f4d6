// SPDX-License-Identifier: MIT
#include "log_board.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace gateway::data_port {

void LogBoard::add(const char* level, const std::string& text) {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    const std::lock_guard lock(mutex_);
    lines_.push_back({now.count(), level, text});
    ++count_;
    if (lines_.size() > most_lines) lines_.pop_front();
}

std::string LogBoard::json_after(std::uint64_t number) const {
    using nlohmann::ordered_json;
    auto lines = ordered_json::array();
    const std::lock_guard lock(mutex_);
    const std::uint64_t first = count_ - lines_.size();
    for (std::uint64_t n = std::max(first, std::min(number, count_)); n < count_; ++n) {
        const Line& line = lines_[static_cast<std::size_t>(n - first)];
        lines.push_back(
            {{"n", n + 1}, {"time", line.time_s}, {"level", line.level}, {"text", line.text}});
    }
    return ordered_json{{"next", count_}, {"lines", lines}}.dump(
        -1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gateway::data_port
