// SPDX-License-Identifier: MIT
#pragma once

#include "montisim/packet.hpp"
#include "posix/descriptor.hpp"

#include <gateway/base/time.hpp>

#include <atomic>
#include <optional>
#include <vector>

namespace gateway::tcp {

/// One end of a TCP connection, for packets. What is written leaves at once (TCP_NODELAY), and what
/// comes is acknowledged at once (TCP_QUICKACK): a simulator that writes each field by itself, and
/// waits for the acknowledgement before it writes the next, is not held up.
class Connection {
  public:
    /// No call waits for longer.
    static constexpr std::chrono::milliseconds slice{50};

    /// @param socket is connected
    explicit Connection(Descriptor socket);

    enum class Receipt { bytes, nothing, end };
    /// Waits for bytes, for a slice at most. Precondition: next() found no packet
    Receipt receive() noexcept;
    /// The next packet, if all of it has come. Valid until receive().
    std::optional<montisim::PacketView> next() noexcept;
    /// A part of a packet has come.
    bool has_part() const noexcept { return end_ > begin_; }

    /// Sends all of it with one write, as far as there is room on the way.
    /// @return false if the peer has gone, does not read until `until`, or `stop` was set
    bool send(const montisim::PacketBuffer& packets, SteadyTime until,
              const std::atomic<bool>& stop) noexcept;

    /// Behind the last packet: waits until the peer has closed its end, or until `until`, and
    /// leaves out what it still sends. Without that the kernel may throw away what the peer has not
    /// read.
    void finish(SteadyTime until) noexcept;

    /// The peer has closed neither its connection nor its half of it.
    bool is_open() const noexcept;

  private:
    Descriptor socket_;
    std::vector<std::byte> bytes_;  ///< has room for a whole packet behind any part of one
    std::size_t begin_ = 0;         ///< of what was received and not taken
    std::size_t end_ = 0;
};

}  // namespace gateway::tcp
