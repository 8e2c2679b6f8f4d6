// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"
#include "socket/endpoint.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace gateway::data_port {

/// Limits of a server.
struct ServerLimits {
    std::size_t connections = 128;  ///< beyond it, the connection idle for longest is closed
    std::size_t streams = 64;       ///< event streams and WebSockets
    std::size_t header_bytes = 8192;
    std::size_t body_bytes = 65536;
    std::chrono::milliseconds request{10'000};  ///< to receive a request; to send its reply
    std::chrono::milliseconds stalled{60'000};  ///< to send an event
};

/// HTTP/1.1 over TCP, on a separate thread. Independent of the content of requests and replies.
class Server {
  public:
    using Handler = std::function<Answer(const Request&)>;
    /// @return when to call it next; nothing: after the next request
    using Work = std::function<std::optional<std::chrono::steady_clock::time_point>()>;
    using Report = std::function<void(const std::string&)>;

    /// Listens. Requests wait until start().
    /// @throws std::runtime_error with the endpoint, and with advice if it is in use
    explicit Server(const Endpoint& local, const ServerLimits& limits = {});
    /// Closes all connections and joins the thread.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// Starts the thread. An exception of these functions is reported. If it concerns a connection,
    /// that connection is closed; all others continue.
    /// @param handler called in the server's thread
    /// @param work called in the server's thread: at the start, after each request and when it is
    /// due
    void start(Handler handler, Work work = {});
    /// Call it before start(), once for each descriptor. `on_readable` is called in the server's
    /// thread when the descriptor is readable.
    /// @param descriptor non-blocking; stays open, and is owned by the caller
    void watch(int descriptor, std::function<void()> on_readable);
    /// Call it before start(). `report` gets the exceptions' messages, in the server's thread; the
    /// same message at most once a minute.
    void report_to(Report report);
    Endpoint local() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gateway::data_port
