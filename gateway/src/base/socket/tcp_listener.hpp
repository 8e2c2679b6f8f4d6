// SPDX-License-Identifier: MIT
#pragma once

#include "host_address.hpp"

#include "posix/descriptor.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

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
