// SPDX-License-Identifier: MIT
#pragma once

#include "sequence_window.hpp"

#include <gateway/base/realtime_runner.hpp>

namespace gateway::vds1 {

/// The sequence numbers of the STATEs at a socket: those of the client's vehicle, and those of
/// other vehicles that arrive there too. Some peers number the STATEs of each vehicle separately,
/// others those of all vehicles together. This is detected when STATEs of the vehicle and of others
/// alternate: if they are numbered together, each number is newer than the one before.
class StateSequences {
  public:
    /// @param timeout after this time without a STATE, any number is the first of a stream
    explicit StateSequences(std::chrono::nanoseconds timeout) : timeout_(timeout) {}

    /// Accepts any number as the next one of the vehicle.
    void restart() noexcept { ours_.restart(); }
    SequenceStatus admit(std::uint32_t sequence, SteadyTime now) noexcept;
    void admit_other(std::uint32_t sequence, SteadyTime now) noexcept {
        count(sequence, false, now);
    }

    /// Lost STATEs of the vehicle, or of all vehicles if they are numbered together.
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
