// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vds1 {

/// Finds out how long one value of a command takes until the peer shows it applied, by its bits.
///
/// A sent value counts if none of the last 64 sent, nor the one that the peer showed last, is the
/// same: otherwise it would be open which of them is shown.
class RoundTrip {
  public:
    void on_sent(double value, SteadyTime now) noexcept;
    /// @return the trip if this is the first time that the peer shows a value that counts
    std::optional<std::chrono::nanoseconds> on_applied(double value, SteadyTime now) noexcept;

  private:
    struct Sent {
        std::uint64_t bits = 0;
        SteadyTime at;
        bool is_open = false;  ///< the peer has not shown it yet
    };
    static constexpr std::size_t depth = 64;

    Sent* find(std::uint64_t bits) noexcept;

    std::array<Sent, depth> sent_{};
    std::size_t count_ = 0;  ///< ever; the newest is at (count_ - 1) % depth
    std::optional<std::uint64_t> shown_;
};

}  // namespace gateway::vds1
