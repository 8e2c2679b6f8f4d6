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

/// This process as the service of a manager such as systemd, if one started it: tells it how far it
/// is, and feeds its watchdog in a thread of its own for as long as the watched loops go on, and
/// for two minutes behind them.
class Service {
  public:
    /// Takes NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID out of the environment, so that programs
    /// that are started do not speak for this one. Call it before there are other threads.
    /// @param log told when the watchdog is no longer fed, and for whom
    explicit Service(Log log);
    ~Service();
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    /// All sockets are bound, and the table is there.
    void ready();
    /// What `systemctl status` shows: the first line of a text.
    void status(const std::string& text);
    /// Its loops have ended, for good or for a reload.
    void ending(const RunControl& control);

    /// Why the watchdog is not fed now, or nothing. For one caller, as `WatchedLoop::silent` is.
    static std::string reason_to_starve(SteadyTime now);

  private:
    void feed_until_closed(std::chrono::microseconds interval);
    void feed();

    const Log log_;
    NotifySocket socket_;
    std::mutex mutex_;  ///< guards is_closed_
    std::condition_variable closed_;
    bool is_closed_ = false;
    bool is_starving_ = false;  ///< of the feeding thread
    std::optional<std::thread> feeder_;
};

}  // namespace gateway
