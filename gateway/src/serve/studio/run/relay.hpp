// SPDX-License-Identifier: MIT
#pragma once

#include "http/http.hpp"
#include "socket/endpoint.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace gateway::studio {

/// The endpoint of a run's data port, and the token that it requires.
struct RunAddress {
    Endpoint endpoint;
    std::string token;  ///< empty: no token is required
};

/// Forwards one call to the data port of a run. Used in the thread of the context that begin()
/// gets. Its destructor ends the call.
class Relay {
  public:
    /// @param target at the run's port, see relayed_target()
    Relay(const RunAddress& to, const data_port::Request& request, const std::string& target);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// Sends the request. @param wake called when poll() or next_event() has data
    void begin(boost::asio::io_context& context, data_port::Wake wake);
    /// Replaces the wake.
    void wake_with(data_port::Wake wake);

    /// @return the run's reply; a problem after the time-out; nothing before. The head of a stream
    /// is a reply with status 200 and the type text/event-stream.
    std::optional<data_port::Response> poll();
    /// For a stream. @return the newest event since the last call; nothing if there is none
    /// @throws std::runtime_error if the stream has ended, or an event is too long
    std::optional<std::string> next_event();
    /// At this time poll() returns a reply in any case.
    std::chrono::steady_clock::time_point deadline() const { return deadline_; }

  private:
    class Connection;
    std::shared_ptr<Connection> connection_;
    std::chrono::steady_clock::time_point deadline_;
};

/// The target for the run's port, without the studio's parameters.
std::string relayed_target(const data_port::Target& target);

/// Forwards a request. @return the run's reply
data_port::Answer relayed(const RunAddress& to, const data_port::Request& request,
                          const data_port::Target& target);

}  // namespace gateway::studio
