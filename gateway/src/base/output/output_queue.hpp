// SPDX-License-Identifier: MIT
#pragma once

#include "abandonable_thread.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace gateway {

/// Writes all bytes, also after interruptions by signals or a full pipe. Blocks as long as the
/// descriptor does. @return 0, or errno
[[nodiscard]] int write_all(int descriptor, std::string_view bytes) noexcept;

/// A queue to a descriptor that may be slow, blocked or broken. A separate thread writes the pieces
/// in order; no other thread waits for the descriptor without a deadline. The descriptor's flags
/// are not changed, since other processes may share them.
class OutputQueue {
  public:
    /// @param most_waiting limit in bytes; above it the oldest pieces are dropped
    OutputQueue(int descriptor, std::size_t most_waiting);
    /// Discards the pieces that are not written yet.
    ~OutputQueue();
    OutputQueue(const OutputQueue&) = delete;
    OutputQueue& operator=(const OutputQueue&) = delete;

    /// Returns at once. Thread-safe.
    void push(std::string piece);
    /// Waits until all pieces are written. @return false if the deadline has passed
    bool drain(std::chrono::steady_clock::time_point deadline);
    /// Pieces that were not written, because of the limit or since the descriptor is broken.
    std::uint64_t dropped() const;

  private:
    struct State;
    static void run(int descriptor, State& state);

    std::shared_ptr<State> state_;
    AbandonableThread thread_;
};

}  // namespace gateway
