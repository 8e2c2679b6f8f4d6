// SPDX-License-Identifier: MIT
#pragma once

#include "socket/endpoint.hpp"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace gateway::vds1 {

/// What a receiver looks at in a datagram.
struct HeardDatagram {
    Endpoint from;  ///< nothing comes from port 0
    std::uint32_t sequence = 0;
    std::uint32_t crc = 0;  ///< stands for all that it holds
    double timestamp_s = 0;
};

/// The accepted datagrams of one sender, as far as late and repeated ones are known by them: the
/// range of their numbers, that of their timestamps, and some of their CRCs. Of the first 128
/// numbers all are kept, then those that 2 divides up to 256 numbers, those that 4 divides up to
/// 512, and so on: the memory that it takes does not grow, and all streams keep the same numbers.
class AcceptedStream {
  public:
    void begin(const HeardDatagram& first) noexcept;
    /// Precondition: is_continued_by(datagram)
    void add(const HeardDatagram& datagram) noexcept;
    /// Whether it has the same sender and a newer number than all here.
    bool is_continued_by(const HeardDatagram& datagram) const noexcept;
    /// No timestamp in it is later than this.
    double latest_s() const noexcept { return latest_s_; }

    /// Whether a datagram may be of this stream: accepted before, passed over, or sent before the
    /// first that was accepted. It is not if its number is known to have had another content.
    bool may_have(const HeardDatagram& datagram) const noexcept;

    std::uint64_t used = 0;  ///< when it was last begun or continued, for who keeps several

  private:
    static constexpr std::uint32_t dense = 128;
    static constexpr std::size_t octaves = 24;  ///< above those: up to half of all numbers
    static constexpr std::size_t places = dense + octaves * dense / 2;

    std::optional<std::size_t> place_of(std::uint32_t sequence) const noexcept;
    void keep(const HeardDatagram& datagram) noexcept;
    bool has_another(const HeardDatagram& datagram) const noexcept;

    Endpoint from_;
    std::uint32_t first_ = 0, newest_ = 0;
    double earliest_s_ = 0, latest_s_ = 0;
    std::bitset<places> is_kept_;
    std::array<std::uint32_t, places> crcs_{};  ///< those that are kept
};

}  // namespace gateway::vds1
