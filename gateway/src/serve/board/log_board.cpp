// SPDX-License-Identifier: MIT
#include "log_board.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>

namespace gateway::data_port {
namespace {

const char* word_of(LogLevel level) {
    switch (level) {
        case LogLevel::status:
            return "status";
        case LogLevel::info:
            return "info";
        case LogLevel::warning:
            return "warning";
        case LogLevel::error:
            break;
    }
    return "error";
}

}  // namespace

void LogBoard::add(const LogMessage& message) {
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    const SimTime logged_at = now_();
    {
        const std::lock_guard lock(mutex_);
        lines_.push_back({now.count(), logged_at, message});
        ++count_;
        if (lines_.size() > most_lines) lines_.pop_front();
    }
    if (bell_ != nullptr) bell_->ring();
}

/// Precondition: the mutex is held.
/// @return the position in lines_ of the first line after that number
std::size_t LogBoard::first_after(std::uint64_t number) const {
    const std::uint64_t first = count_ - lines_.size();
    return static_cast<std::size_t>(std::max(first, std::min(number, count_)) - first);
}

std::vector<LogBoard::TimedLine> LogBoard::lines_after(std::uint64_t number) const {
    std::vector<TimedLine> lines;
    const std::lock_guard lock(mutex_);
    for (std::size_t i = first_after(number); i < lines_.size(); ++i)
        lines.push_back({count_ - lines_.size() + i + 1, lines_[i].logged_at, lines_[i].message});
    return lines;
}

std::string LogBoard::json_after(std::uint64_t number) const {
    using nlohmann::ordered_json;
    auto lines = ordered_json::array();
    const std::lock_guard lock(mutex_);
    for (std::size_t i = first_after(number); i < lines_.size(); ++i) {
        const Line& line = lines_[i];
        lines.push_back({{"n", count_ - lines_.size() + i + 1},
                         {"time", line.time_s},
                         {"level", word_of(line.message.level)},
                         {"part", line.message.part},
                         {"text", line.message.text}});
    }
    return ordered_json{{"next", count_}, {"lines", lines}}.dump(
        -1, ' ', false, ordered_json::error_handler_t::replace);
}

}  // namespace gateway::data_port
