// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway {

/// What a SOCKET port of a program has carried. One message may have several receivers: `sent` and
/// `no_receiver` count messages, the others what became of one on its way to one receiver.
struct SocketSummary {
    std::string port;
    std::uint64_t sent = 0;          ///< taken from the program
    std::uint64_t delivered = 0;     ///< shown to the program
    std::uint64_t lost = 0;          ///< sent from here, by probability
    std::uint64_t out_of_range = 0;  ///< sent to here
    std::uint64_t late = 0;          ///< delivered in a later turn than the first possible
    std::uint64_t queue_full = 0;    ///< sent from here, no room on the way
    std::uint64_t oversized = 0;     ///< more than its queue or its type has room for
    std::uint64_t dropped = 0;       ///< datagrams for here that the kernel had no room for
    std::uint64_t unreadable = 0;    ///< other types, impossible values, strangers
    std::uint64_t no_receiver = 0;   ///< sent from here to an address without a port that takes it
};

}  // namespace gateway
