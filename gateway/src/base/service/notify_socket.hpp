// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace gateway {

/// The socket of the service manager that started this process (NOTIFY_SOCKET), by the protocol
/// that sd_notify(3) documents; see docs/design/0030-service.md for why not by libsystemd.
class NotifySocket {
  public:
    /// @param address a path, or @ and a name of the abstract namespace; empty: there is no manager
    explicit NotifySocket(const std::string& address);
    ~NotifySocket();
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    bool is_open() const noexcept { return socket_ >= 0; }
    /// Sends assignments such as `READY=1`, each on a line; waits for a second where there is no
    /// room for them. @return false if they are lost, or there is no manager
    bool send(const std::string& assignments) const noexcept;
    /// The same, and never waits.
    bool try_send(const std::string& assignments) const noexcept;

  private:
    int socket_ = -1;
};

}  // namespace gateway
