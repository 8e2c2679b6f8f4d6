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

/// What a server lets clients do.
struct ServerLimits {
    std::size_t connections = 128;  ///< one more closes the one that has waited longest
    std::size_t streams = 64;       ///< of those
    std::size_t header_bytes = 8192;
    std::size_t body_bytes = 65536;
    std::chrono::milliseconds request{10'000};  ///< to be there, and for its answer to be taken
    std::chrono::milliseconds stalled{60'000};  ///< for an event to be taken
};

/// HTTP/1.1 over TCP, on a thread of its own. It knows nothing of what is asked and answered.
class Server {
  public:
    using Handler = std::function<Answer(const Request&)>;
    /// @return when it wants to be called again; nothing: after the next request
    using Work = std::function<std::optional<std::chrono::steady_clock::time_point>()>;
    using Report = std::function<void(const std::string&)>;

    /// Listens; requests wait until start().
    /// @throws std::runtime_error naming the endpoint, and what to do if it is in use
    explicit Server(const Endpoint& local, const ServerLimits& limits = {});
    /// Closes every connection and waits for the thread.
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    /// What any of these throws is reported. It ends the connection that it was for, if it was for
    /// one; all others go on.
    /// @param handler called in the server's thread
    /// @param work called there at the start, after each request and when it asked for it
    void start(Handler handler, Work work = {});
    /// Before start(), for each of some descriptors: lets `take` be called in the server's thread
    /// when it can be read.
    /// @param descriptor that does not block; it stays the caller's, and open
    void watch(int descriptor, std::function<void()> take);
    /// Before start(): is told, in the server's thread, of what has thrown; of the same thing once
    /// a minute.
    void report_to(Report report);
    Endpoint local() const;

  private:
    class Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace gateway::data_port
