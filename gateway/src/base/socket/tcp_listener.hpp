// SPDX-License-Identifier: MIT
#pragma once

#include "posix/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// An address of IPv4 or IPv6, without a port.
class HostAddress {
  public:
    static constexpr std::size_t ipv4_bytes = 4, ipv6_bytes = 16;

    /// @param text such as 127.0.0.1 or ::1; no name is looked up
    /// @return nothing if it is no address
    static std::optional<HostAddress> from(const std::string& text);
    /// @param bytes in the order of the network, 4 or 16
    static HostAddress of_bytes(std::string bytes);

    bool operator==(const HostAddress& other) const { return bytes_ == other.bytes_; }
    /// This machine alone reaches it.
    bool is_loopback() const;
    bool is_ipv6() const;
    std::string text() const;
    const std::string& bytes() const { return bytes_; }

  private:
    explicit HostAddress(std::string bytes);

    std::string bytes_;  ///< 4 or 16; an IPv4 address that IPv6 wraps is one of IPv4
};

/// A connection that was accepted.
struct Accepted {
    Descriptor socket;
    HostAddress from;
    std::string name;  ///< "127.0.0.1:4711" or "[::1]:4711"
};

/// Listens for TCP at one address.
class TcpListener {
  public:
    /// @param port 0: any that is free
    /// @throws std::runtime_error naming address and port if that cannot be
    TcpListener(const HostAddress& address, std::uint16_t port);

    std::uint16_t port() const noexcept { return port_; }
    /// "127.0.0.1:4567" or "[::1]:4567"
    const std::string& name() const noexcept { return name_; }

    /// Waits until one of them has a connection, or `limit` has passed, and accepts one.
    /// @param problem why those that wait cannot be accepted now, for which `limit` passes too; or
    /// nothing
    static std::optional<Accepted> accept_one(const std::vector<TcpListener>& listeners,
                                              std::chrono::milliseconds limit,
                                              std::string& problem);

  private:
    Descriptor socket_;
    std::uint16_t port_ = 0;
    std::string name_;
};

}  // namespace gateway
