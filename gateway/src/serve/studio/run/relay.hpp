// SPDX-License-Identifier: MIT
#pragma once

#include "http/http.hpp"
#include "socket/endpoint.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace gateway::studio {

/// Where a run answers, and what it wants to be told before it does.
struct RunAddress {
    Endpoint endpoint;
    std::string token;  ///< empty: none
};

/// One call that is put to the data port of a run. Belongs to the thread of the context that it
/// begins in; it ends the call when it goes.
class Relay {
  public:
    /// @param target of the run's port, see relayed_target()
    Relay(const RunAddress& to, const data_port::Request& request, const std::string& target);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// Asks. @param wake called when look() or next_event() has something to give
    void begin(boost::asio::io_context& context, data_port::Wake wake);
    /// From now on that is called.
    void wake_with(data_port::Wake wake);

    /// The run's answer, when it is there; a problem if it does not come in time. The head of a
    /// stream is an answer with status 200 and the type text/event-stream.
    std::optional<data_port::Response> look();
    /// Of a stream: the newest event that has come since; nothing if there is none.
    /// @throws std::runtime_error for a stream that has broken off, and for an event without an end
    std::optional<std::string> next_event();
    /// When look() gives something in any case.
    std::chrono::steady_clock::time_point deadline() const { return deadline_; }

  private:
    class Connection;
    std::shared_ptr<Connection> connection_;
    std::chrono::steady_clock::time_point deadline_;
};

/// What a run's port is asked for: the same without what only the studio understands.
std::string relayed_target(const data_port::Target& target);

/// Answers with what the run says.
data_port::Answer relayed(const RunAddress& to, const data_port::Request& request,
                          const data_port::Target& target);

}  // namespace gateway::studio
