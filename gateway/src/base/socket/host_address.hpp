// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

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

}  // namespace gateway
