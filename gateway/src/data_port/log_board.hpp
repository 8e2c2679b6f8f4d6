// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <vector>

namespace gateway::data_port {

/// The last lines of a run's log.
class LogBoard {
  public:
    static constexpr std::size_t most_lines = 1000;

    /// From any thread.
    void add(const char* level, const std::string& text);
    /// The answer to GET /api/log: the lines behind that number.
    std::string json_after(std::uint64_t number) const;
    /// The same without what is beside them. @param number is set to that of the last line
    std::vector<std::string> texts_after(std::uint64_t& number) const;

  private:
    std::size_t first_after(std::uint64_t number) const;
    struct Line {
        double time_s;  ///< since 1970
        const char* level;
        std::string text;
    };
    mutable std::mutex mutex_;  ///< guards all below
    std::deque<Line> lines_;
    std::uint64_t count_ = 0;
};

}  // namespace gateway::data_port
