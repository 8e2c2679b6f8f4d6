// SPDX-License-Identifier: MIT
#pragma once

#include "connection.hpp"
#include "server_summary.hpp"
#include "session.hpp"

#include <gateway/base/log.hpp>
#include <gateway/base/run_control.hpp>
#include "fault_schedule/planned_fault.hpp"
#include "socket/tcp_listener.hpp"

#include <list>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace gateway::tcp {

/// The programs of a configuration whose SOCKET ports are linked.
struct LinkedPrograms {
    NetworkConfig network;
    std::vector<std::string> addresses;  ///< of each program
    std::vector<ddc::Id> reference_ids;  ///< of each program
};

struct ServerOptions {
    std::uint16_t port = 0;  ///< 0: any free port
    /// Addresses to listen at. The machine may lack an IPv6 address, unless it is the first.
    std::vector<HostAddress> bind;
    /// Hosts that may connect, besides the loopback.
    std::vector<HostAddress> allow;
    /// The server ends with the first session.
    bool is_once = false;
    SessionOptions session;
    std::optional<LinkedPrograms> links;
    /// The faults of connections to simulators that drive the program with that reference id.
    std::map<ddc::Id, std::vector<PlannedFault>> faults{};
};

/// Serves simulators. Each connection is a session in a separate thread, so that no session delays
/// another.
class Server {
  public:
    static constexpr std::size_t most_sessions = 256;
    /// Time-out for a program to be attached, and for the rest of a packet.
    static constexpr std::chrono::seconds patience{10};

    /// Listens. @throws std::runtime_error if it cannot
    Server(ServerOptions options, Log log);
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// "127.0.0.1:4567", for each address at which it listens.
    std::vector<std::string> addresses() const;

    /// Serves until `control` stops it, or with `is_once` until the first session has ended.
    /// Reports the state once a second, while there are sessions.
    void run(const RunControl& control);

    /// Valid after run().
    const ServerSummary& summary() const noexcept { return summary_; }

  private:
    struct Served {
        std::thread thread;
        std::atomic<bool> is_over{false};
    };
    class Client;  ///< one connection, in its thread

    void listen();
    void start_session(Accepted accepted, const std::atomic<bool>& stop);
    std::string refusal(const HostAddress& from) const;
    void refuse(Accepted accepted, const std::string& reason, SteadyTime until,
                const std::atomic<bool>& stop);
    void join(bool all);
    void report_if_due();
    NetworkPart network_of(ddc::Id reference_id);

    ServerOptions options_;
    Log log_;
    std::vector<TcpListener> listeners_;
    std::list<Served> served_;
    std::uint64_t accepted_ = 0;
    LiveNumbers live_;  ///< of all sessions together
    LiveLooks looks_;
    std::mutex mutex_;  ///< guards the members below, which sessions use when they end
    ServerSummary summary_;
    std::weak_ptr<Network> network_;  ///< exists while a session uses it
};

}  // namespace gateway::tcp
