// SPDX-License-Identifier: MIT
#pragma once

#include "montisim/packet.hpp"
#include "posix/descriptor.hpp"

#include <gateway/base/time.hpp>

#include <atomic>
#include <optional>
#include <vector>

namespace gateway::tcp {

/// One end of a TCP connection that transfers packets. It sends without delay (TCP_NODELAY) and
/// acknowledges at once (TCP_QUICKACK), so that a simulator that writes each field separately and
/// waits for the acknowledgement is not delayed.
class Connection {
  public:
    /// Longest time that a call blocks.
    static constexpr std::chrono::milliseconds slice{50};

    /// @param socket is connected
    explicit Connection(Descriptor socket);

    enum class Receipt { bytes, nothing, end };
    /// Waits for bytes, at most for a slice. Precondition: next() found no packet
    Receipt receive() noexcept;
    /// The next complete packet, or nothing. Valid until receive().
    std::optional<montisim::PacketView> next() noexcept;
    /// A part of a packet was received.
    bool has_part() const noexcept { return end_ > begin_; }

    /// Sends all bytes, in one write if the socket's buffer has room.
    /// @return false if the peer has disconnected, does not read until `until`, or `stop` was set
    bool send(const montisim::PacketBuffer& packets, SteadyTime until,
              const std::atomic<bool>& stop) noexcept;

    /// After the last packet: waits until the peer has closed its end, or until `until`, and
    /// discards received data. Otherwise the kernel may discard data that the peer has not read.
    void finish(SteadyTime until) noexcept;

    /// The peer has not closed its connection, nor its sending direction.
    bool is_open() const noexcept;

  private:
    Descriptor socket_;
    std::vector<std::byte> bytes_;  ///< large enough for a whole packet after a partial one
    std::size_t begin_ = 0;         ///< of the bytes that were received and not used
    std::size_t end_ = 0;
};

}  // namespace gateway::tcp
