// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace boost::asio {
class io_context;
}

/// Requests and replies of the data port, without sockets.
namespace gateway::data_port {

/// Makes the server poll a pending reply or a stream again. Copies wake the same wait. It does not
/// prolong the life of the wait.
class Wake {
  public:
    using Target = std::function<void()>;

    /// Calls to it have no effect.
    Wake() = default;
    /// @param target posts to the server; expires when the wait ends
    explicit Wake(std::weak_ptr<const Target> target) : target_(std::move(target)) {}

    /// False after the end of the wait; this object can then be discarded.
    bool is_wanted() const { return !target_.expired(); }
    /// From any thread, while the server exists. Has no effect after the end of the wait.
    void operator()() const {
        if (const auto target = target_.lock()) (*target)();
    }

  private:
    std::weak_ptr<const Target> target_;
};

class Conversation;

/// A client's request. Its fields may contain any bytes. A missing header is empty.
struct Request {
    std::string method;  ///< "GET"
    std::string target;  ///< "/api/state?vehicle=1", not decoded
    std::string body;
    std::string host;
    std::string origin;
    std::string fetch_site;  ///< Sec-Fetch-Site: origin of the request as the browser states it
    std::string accept;
    std::string authorization;
    std::string cookie;
    /// @name Headers of a WebSocket handshake
    /// @{
    std::string upgrade;
    std::string connection;
    std::string socket_key;        ///< Sec-WebSocket-Key
    std::string socket_version;    ///< Sec-WebSocket-Version
    std::string socket_protocols;  ///< Sec-WebSocket-Protocol: the client's protocols
    /// @}
};

/// A complete reply.
struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// A reply without end: server-sent events.
struct EventStream {
    double events_per_s = 20;  ///< at most
    /// Returns the data of the next event, or nothing if there is no new data.
    std::function<std::optional<std::string>()> next;
    /// Called once, in the server's thread. Its argument is to be called when there may be new
    /// data.
    std::function<void(Wake)> begin;
    /// next() is called again after this time even if the stream is not woken.
    std::chrono::milliseconds longest_silence{1000};
};

/// Turns the connection into a WebSocket.
struct WebSocketOpening {
    std::vector<std::pair<std::string, std::string>> headers;
    std::shared_ptr<Conversation> conversation;
};

struct Answer;

/// A reply that is not available yet.
struct LaterAnswer {
    /// Returns the reply if it is available. At the deadline it must return a reply.
    std::function<std::optional<Answer>()> poll;
    /// Called once, in the server's thread. The wake is to be called when the reply may be
    /// available. Waits for sockets use the given context.
    std::function<void(boost::asio::io_context&, Wake)> begin;
    std::chrono::steady_clock::time_point deadline;
};

/// The reply to a client.
struct Answer : std::variant<Response, EventStream, WebSocketOpening, LaterAnswer> {
    using Kinds = variant;
    using variant::variant;
};

/// A JSON reply with status 200.
Response json_answer(std::string json);

/// An error reply of type application/problem+json.
/// @param detail what happened and what to do next
/// @param more further members as JSON, such as `"vehicles":[0,1]`; may be empty
Response problem(int status, const std::string& detail, const std::string& more = {});

/// The reason phrase of a status, such as "Not Found".
const char* reason_of(int status) noexcept;

/// The decoded path and parameters of a request target.
struct Target {
    std::string path;
    std::vector<std::pair<std::string, std::string>> parameters;

    /// @return the last parameter with that name; null if there is none
    const std::string* find(const char* name) const;
};

/// Decodes a request target. @return nothing if it is malformed
std::optional<Target> parse_target(const std::string& target);

}  // namespace gateway::data_port
