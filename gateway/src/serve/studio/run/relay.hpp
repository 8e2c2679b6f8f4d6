// SPDX-License-Identifier: MIT
#pragma once

#include "http/http.hpp"
#include "socket/endpoint.hpp"

#include <chrono>
#include <memory>

namespace gateway::studio {

/// Where a run answers, and what it wants to be told before it does.
struct RunAddress {
    Endpoint endpoint;
    std::string token;  ///< empty: none
};

/// One call that is put to the data port of a run. It never waits: whoever has time asks it how far
/// it has come.
class Relay {
  public:
    /// @param target of the run's port, see relayed_target()
    /// @throws data_port::Refusal if there is no socket for it
    Relay(const RunAddress& to, const data_port::Request& request, const std::string& target);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// The run's answer, when it is there; a problem if it does not come. The head of a stream is
    /// an answer with status 200 and the type text/event-stream.
    std::optional<data_port::Answer> look();
    /// Of a stream: the newest event that has come since; nothing if there is none.
    /// @throws std::runtime_error for a stream that has broken off, and for an event without an end
    std::optional<std::string> next_event();

  private:
    class Connection;
    std::unique_ptr<Connection> connection_;
    std::chrono::steady_clock::time_point until_;
    std::size_t searched_ = 0;  ///< of what has come of the next event, for its end
};

/// What a run's port is asked for: the same without what only the studio understands.
std::string relayed_target(const data_port::Target& target);

/// Answers with what the run says.
data_port::Answer relayed(const RunAddress& to, const data_port::Request& request,
                          const data_port::Target& target);

}  // namespace gateway::studio
