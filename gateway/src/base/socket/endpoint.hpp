// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace gateway {

/// An IPv4 address and a port, both in the host's byte order.
struct Endpoint {
    std::uint32_t address = 0;
    std::uint16_t port = 0;

    bool operator==(const Endpoint& other) const {
        return address == other.address && port == other.port;
    }
    bool operator!=(const Endpoint& other) const { return !(*this == other); }
};

/// Whether the address is 127.x.y.z. The kernel rejects packets from other hosts with such an
/// address.
constexpr bool is_loopback(const Endpoint& endpoint) {
    return endpoint.address >> 24U == 127;
}

/// @param address four numbers with dots, such as 127.0.0.1
/// @throws std::invalid_argument if it is not; names are not resolved
Endpoint make_endpoint(const std::string& address, std::uint16_t port);

/// Formats an endpoint, such as 127.0.0.1:7001.
std::string to_string(const Endpoint& endpoint);

}  // namespace gateway
