// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway {

/// The messages of a SOCKET port of a program. A message may have several receivers: `sent` and
/// `no_receiver` count messages, the other members count deliveries to one receiver.
struct SocketSummary {
    std::string port;
    std::uint64_t sent = 0;          ///< by the program
    std::uint64_t delivered = 0;     ///< to the program
    std::uint64_t lost = 0;          ///< sent from this port, lost by probability
    std::uint64_t out_of_range = 0;  ///< sent to this port
    std::uint64_t late = 0;          ///< delivered in a later cycle than the first possible one
    std::uint64_t queue_full = 0;    ///< sent from this port, without room in a queue
    std::uint64_t oversized = 0;     ///< too large for its queue or its type
    std::uint64_t dropped = 0;       ///< datagrams to this port, dropped by the kernel
    std::uint64_t unreadable = 0;   ///< of another type, with invalid values, or by unknown senders
    std::uint64_t no_receiver = 0;  ///< sent from this port to an address without a matching port
};

}  // namespace gateway
