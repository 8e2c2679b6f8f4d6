// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include <gateway/base/time.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gateway {

/// Delays the answers of a program in realtime mode, by simulated time. Does not allocate after the
/// constructor.
class AnswerDelay {
  public:
    struct Answer {
        SimTime at{0};  ///< of the cycle in which it was read
        Command command{};
        std::uint64_t writes = 0;  ///< of the outputs, see OutputWatch
    };

    /// @param answers room for the answers of the longest delay; at least 2
    explicit AnswerDelay(std::size_t answers) : answers_(answers) {}

    /// Adds the newest answer. @return the newest one that is old enough, or the oldest one
    const Answer& pass(const Answer& answer, std::chrono::nanoseconds delay);

  private:
    std::size_t after(std::size_t index) const { return (index + 1) % answers_.size(); }

    std::vector<Answer> answers_;
    std::size_t oldest_ = 0, newest_ = 0;
    bool is_empty_ = true;
};

}  // namespace gateway
