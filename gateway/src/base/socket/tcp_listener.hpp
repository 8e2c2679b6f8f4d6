// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// An IPv4 or IPv6 address, without a port.
class HostAddress {
  public:
    static constexpr std::size_t ipv4_bytes = 4, ipv6_bytes = 16;

    /// @param text such as 127.0.0.1 or ::1; names are not resolved
    /// @return nothing if it is not an address
    static std::optional<HostAddress> from(const std::string& text);
    /// @param bytes 4 or 16, in network byte order
    static HostAddress of_bytes(std::string bytes);

    bool operator==(const HostAddress& other) const { return bytes_ == other.bytes_; }
    /// Whether only processes on this machine can reach it.
    bool is_loopback() const;
    bool is_ipv6() const;
    std::string text() const;
    const std::string& bytes() const { return bytes_; }

  private:
    explicit HostAddress(std::string bytes);

    std::string bytes_;  ///< 4 or 16; an IPv4-mapped IPv6 address is stored as IPv4
};

/// An accepted connection.
struct Accepted {
    Descriptor socket;
    HostAddress from;
    std::string name;  ///< of the peer: "127.0.0.1:4711" or "[::1]:4711"
};

/// Listens for TCP connections at one address.
class TcpListener {
  public:
    /// @param port 0 for any free port
    /// @throws std::runtime_error with address and port if it cannot be bound
    TcpListener(const HostAddress& address, std::uint16_t port);

    std::uint16_t port() const noexcept { return port_; }
    /// The endpoint: "127.0.0.1:4567" or "[::1]:4567".
    const std::string& name() const noexcept { return name_; }

    /// Waits up to `limit` for a connection at one of the listeners, and accepts one.
    /// @param problem gets the reason if a waiting connection cannot be accepted now; then `limit`
    /// passes too. Otherwise empty
    static std::optional<Accepted> accept_one(const std::vector<TcpListener>& listeners,
                                              std::chrono::milliseconds limit,
                                              std::string& problem);

  private:
    Descriptor socket_;
    std::uint16_t port_ = 0;
    std::string name_;
};

}  // namespace gateway
