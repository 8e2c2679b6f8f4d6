// SPDX-License-Identifier: MIT
#pragma once

#include "connection.hpp"
#include "server_summary.hpp"
#include "session.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "socket/tcp_listener.hpp"

#include <list>
#include <mutex>
#include <thread>

namespace gateway::tcp {

/// The programs of a configuration whose SOCKET ports are linked.
struct LinkedPrograms {
    NetworkConfig network;
    std::vector<std::string> addresses;  ///< of each program
    std::vector<ddc::Id> reference_ids;  ///< of each program
};

struct ServerOptions {
    std::uint16_t port = 0;  ///< 0: any that is free
    /// Where to listen. Of several an IPv6 address may be one that this machine does not have.
    std::vector<HostAddress> bind;
    /// Besides the loopback, which may always connect.
    std::vector<HostAddress> allow;
    /// Ends with the first session.
    bool is_once = false;
    SessionOptions session;
    std::optional<LinkedPrograms> links;
};

/// Serves simulators: each connection is a session in a thread of its own, so that none holds up
/// another.
class Server {
  public:
    static constexpr std::size_t most_sessions = 256;
    /// Until a program is attached, and for the rest of a packet that has begun.
    static constexpr std::chrono::seconds patience{10};

    /// Listens. @throws std::runtime_error if it cannot
    Server(ServerOptions options, Log log);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// "127.0.0.1:4567"; of each address that it listens at.
    std::vector<std::string> addresses() const;

    /// Serves until it is told to stop, or with `is_once` until the first session is over. Tells
    /// once a second how it goes, while there are sessions.
    void run(const RunControl& control);

    /// Behind run().
    const ServerSummary& summary() const noexcept { return summary_; }

  private:
    struct Served {
        std::thread thread;
        std::atomic<bool> is_over{false};
    };
    class Visit;  ///< one connection, in its thread

    void listen();
    void take(Accepted accepted, const std::atomic<bool>& stop);
    std::string refusal(const HostAddress& from) const;
    void refuse(Accepted accepted, const std::string& reason, SteadyTime until,
                const std::atomic<bool>& stop);
    void join(bool all);
    void tell_if_due();
    NetworkPart network_of(ddc::Id reference_id);

    ServerOptions options_;
    Log log_;
    std::vector<TcpListener> listeners_;
    std::list<Served> served_;
    std::uint64_t accepted_ = 0;
    LiveNumbers live_;  ///< of all sessions together
    LiveLooks looks_;
    std::mutex mutex_;  ///< guards what is below, which sessions use at their ends
    ServerSummary summary_;
    std::weak_ptr<Network> network_;  ///< for as long as a session uses it
};

}  // namespace gateway::tcp
