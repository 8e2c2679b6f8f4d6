// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace gateway::vds1 {

enum class SequenceStatus {
    newer,
    duplicate,
    late,  ///< older than the newest, and it had not arrived before
};

/// Classifies the sequence numbers of one stream as new, repeated or late, across the wrap at 2^32,
/// and counts those that never arrived. Late numbers are recognised up to 64 numbers back; older
/// ones count as duplicates.
class SequenceWindow {
  public:
    /// Accepts any number as the first of a stream.
    void restart() noexcept { is_empty_ = true; }
    SequenceStatus admit(std::uint32_t sequence) noexcept;
    std::uint64_t lost() const noexcept { return lost_; }

  private:
    void advance(std::uint32_t steps) noexcept;

    bool is_empty_ = true;
    std::uint32_t newest_ = 0;
    std::uint64_t seen_ = 0;  ///< bit i: newest_ - i has arrived
    std::uint64_t lost_ = 0;
};

}  // namespace gateway::vds1
