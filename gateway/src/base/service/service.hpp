// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include <gateway/base/time.hpp>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace gateway {

/// The socket of the service manager that started this process (NOTIFY_SOCKET), with the protocol
/// of sd_notify(3). docs/design/0030-service.md explains why libsystemd is not used.
class NotifySocket {
  public:
    /// @param address a path, or @ and a name of the abstract namespace; empty without a manager
    explicit NotifySocket(const std::string& address);
    ~NotifySocket();
    NotifySocket(const NotifySocket&) = delete;
    NotifySocket& operator=(const NotifySocket&) = delete;

    bool is_open() const noexcept { return socket_ >= 0; }
    /// Sends assignments such as `READY=1`, each on a line; blocks for up to a second while the
    /// socket's buffer is full. @return false if they are lost, or there is no manager
    bool send(const std::string& assignments) const noexcept;
    /// The same without blocking.
    bool try_send(const std::string& assignments) const noexcept;

  private:
    int socket_ = -1;
};

/// This process as the service of a manager such as systemd, if one started it. It reports the
/// status to the manager. A separate thread feeds the manager's watchdog while the watched loops
/// make progress, and for two minutes after their end.
class Service {
  public:
    /// Removes NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID from the environment, so that programs
    /// which this process starts do not use them. Precondition: there are no other threads.
    /// @param log gets a message when the watchdog is no longer fed, with the reason
    explicit Service(Log log);
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// Reports that all sockets are bound and the table exists.
    void ready();
    /// Sets the text in `systemctl status`: the first line of `text`.
    void status(const std::string& text);
    /// Reports that the loops have ended, for a reload or the end of the process.
    void ending(const RunControl& control);

    /// Why the watchdog is not fed now; empty if it is. For one caller, as WatchedLoop::silent().
    static std::string reason_to_starve(SteadyTime now);

  private:
    void feed_until_closed(std::chrono::microseconds interval);
    void feed();

    const Log log_;
    NotifySocket socket_;
    std::mutex mutex_;  ///< guards is_closed_
    std::condition_variable closed_;
    bool is_closed_ = false;
    bool is_starving_ = false;  ///< used by the feeding thread only
    std::optional<std::thread> feeder_;
};

}  // namespace gateway
