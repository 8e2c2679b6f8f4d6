// SPDX-License-Identifier: MIT
#pragma once

#include "sequence_window.hpp"

#include <gateway/base/realtime_runner.hpp>

namespace gateway::vds1 {

/// The sequence numbers of the STATEs at a socket: those of our vehicle, and those of others that
/// come to it as well. Some peers number the STATEs of each vehicle, some all of them together:
/// which, is found out where the vehicles alternate. Numbered together each is newer than the one
/// before; numbered each for itself, one of two is not.
class StateSequences {
  public:
    /// @param timeout after a silence of that length any number is a stream's first
    explicit StateSequences(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    /// The next number of our vehicle is its first, whatever it is.
    void restart() noexcept { ours_.restart(); }
    SequenceStatus admit(std::uint32_t sequence, SteadyTime now) noexcept;
    void see_other(std::uint32_t sequence, SteadyTime now) noexcept { count(sequence, false, now); }

    /// Of our vehicle, or of all of them if they are numbered together.
    std::uint64_t lost() const noexcept { return score_ > 0 ? all_.lost() : ours_.lost(); }

  private:
    void count(std::uint32_t sequence, bool is_ours, SteadyTime now) noexcept;

    std::chrono::nanoseconds timeout_;
    SequenceWindow ours_, all_;
    SteadyTime received_at_;
    bool was_ours_ = true;
    int score_ = 0;  ///< above 0: they are numbered together
};

}  // namespace gateway::vds1
