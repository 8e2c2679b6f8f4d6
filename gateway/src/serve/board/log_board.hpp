// SPDX-License-Identifier: MIT
#pragma once

#include "bell.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/time.hpp>

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace gateway::data_port {

/// The last lines of a run's log.
class LogBoard {
  public:
    static constexpr std::size_t most_lines = 1000;
    struct TimedLine {
        std::uint64_t number;  ///< from 1 on
        SimTime time;
        LogMessage message;
    };

    /// Call it before the first line. @param now returns the simulated time, in any thread; the
    /// default is 0
    void set_clock(std::function<SimTime()> now) { now_ = std::move(now); }
    /// Call it before the first line. @param bell rung after each line; must outlive the last one
    void set_bell(Bell& bell) { bell_ = &bell; }
    /// From any thread.
    void add(const LogMessage& message);
    /// The body of GET /api/log: the lines after that number.
    std::string json_after(std::uint64_t number) const;
    /// The lines after that number, with their simulated times.
    std::vector<TimedLine> lines_after(std::uint64_t number) const;

  private:
    std::size_t first_after(std::uint64_t number) const;
    struct Line {
        double time_s;  ///< since 1970
        SimTime logged_at;
        LogMessage message;
    };
    std::function<SimTime()> now_ = [] { return SimTime(0); };
    Bell* bell_ = nullptr;
    mutable std::mutex mutex_;  ///< guards the members below
    std::deque<Line> lines_;
    std::uint64_t count_ = 0;
};

}  // namespace gateway::data_port
