// SPDX-License-Identifier: MIT
#pragma once

#include "abandonable_thread.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace gateway {

/// Writes all of it, however often a signal or a full pipe interrupts. Blocks as long as the
/// descriptor does. @return 0, or errno
[[nodiscard]] int write_all(int descriptor, std::string_view bytes) noexcept;

/// The way to a descriptor that may be slow, stuck or broken. A thread of its own writes what is
/// handed over, in order; no other thread ever waits for the descriptor without a deadline. The
/// descriptor's own flags stay as they are: other processes may share them.
class OutputQueue {
  public:
    /// @param most_waiting bytes; beyond that the oldest pieces are dropped
    OutputQueue(int descriptor, std::size_t most_waiting);
    /// Leaves behind what still waits.
    ~OutputQueue();
    OutputQueue(const OutputQueue&) = delete;
    OutputQueue& operator=(const OutputQueue&) = delete;

    /// Returns at once. From any thread.
    void push(std::string piece);
    /// @return false if something still waits at the deadline
    bool drain(std::chrono::steady_clock::time_point deadline);
    /// Pieces that were not written, because they were too many or the descriptor is broken.
    std::uint64_t dropped() const;

  private:
    struct State;
    static void run(int descriptor, State& state);

    std::shared_ptr<State> state_;
    AbandonableThread thread_;
};

}  // namespace gateway
