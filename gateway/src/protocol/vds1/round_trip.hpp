// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/realtime_runner.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vds1 {

/// Measures the time from sending one value of a command until the peer reports it as applied,
/// bit-identically.
///
/// A value is measured only if it differs from the last 64 values sent and from the applied value
/// reported last; otherwise it would be ambiguous which of them is reported.
class RoundTrip {
  public:
    void on_sent(double value, SteadyTime now) noexcept;
    /// @return the round trip if the peer reports a measured value for the first time
    std::optional<std::chrono::nanoseconds> on_applied(double value, SteadyTime now) noexcept;

  private:
    struct Sent {
        std::uint64_t bits = 0;
        SteadyTime at;
        bool is_open = false;  ///< the peer has not reported it yet
    };
    static constexpr std::size_t depth = 64;

    Sent* find(std::uint64_t bits) noexcept;

    std::array<Sent, depth> sent_{};
    std::size_t count_ = 0;  ///< of all values sent; the newest is at (count_ - 1) % depth
    std::optional<std::uint64_t> shown_;
};

}  // namespace gateway::vds1
