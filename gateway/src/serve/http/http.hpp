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

/// Requests and answers of the data port, without sockets.
namespace gateway::data_port {

/// Has a server look again at what it waits for: an answer that is not there yet, or the next event
/// of a stream. Copies wake the same. It keeps nothing alive.
class Wake {
  public:
    using Target = std::function<void()>;

    /// Wakes nothing.
    Wake() = default;
    /// @param target posts to the server; while it exists something waits
    explicit Wake(std::weak_ptr<const Target> target) : target_(std::move(target)) {}

    /// False when the wait is over: then there is no need to keep this.
    bool is_wanted() const { return !target_.expired(); }
    /// From any thread, as long as the server exists. Nothing happens if the wait is over.
    void operator()() const {
        if (const auto target = target_.lock()) (*target)();
    }

  private:
    std::weak_ptr<const Target> target_;
};

class Conversation;

/// What a client asks for. Any bytes may be in it. A header that is not there is empty.
struct Request {
    std::string method;  ///< "GET"
    std::string target;  ///< "/api/state?vehicle=1", as it came
    std::string body;
    std::string host;
    std::string origin;
    std::string fetch_site;  ///< Sec-Fetch-Site: where a browser says that the request comes from
    std::string accept;
    std::string authorization;
    std::string cookie;
    /// @name Of a WebSocket
    /// @{
    std::string upgrade;
    std::string connection;
    std::string socket_key;        ///< Sec-WebSocket-Key
    std::string socket_version;    ///< Sec-WebSocket-Version
    std::string socket_protocols;  ///< Sec-WebSocket-Protocol: those that the client knows
    /// @}
};

/// An answer as a whole.
struct Response {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers{};
};

/// An answer that goes on: server-sent events.
struct EventStream {
    double events_per_s = 20;  ///< at most
    /// Gives the data of the next event, or nothing if there is nothing new.
    std::function<std::optional<std::string>()> next;
    /// Called once, in the server's thread. What it is given is to be called when there may be
    /// something new.
    std::function<void(Wake)> begin;
    /// Without that, next() is called again after so long.
    std::chrono::milliseconds longest_silence{1000};
};

/// The connection becomes a WebSocket.
struct WebSocketOpening {
    std::vector<std::pair<std::string, std::string>> headers;
    std::shared_ptr<Conversation> conversation;
};

struct Answer;

/// An answer that is not there yet.
struct LaterAnswer {
    /// Gives the answer if it is there. At the deadline it gives one in any case.
    std::function<std::optional<Answer>()> look;
    /// Called once, in the server's thread. What it is given is to be called when the answer may be
    /// there. What waits for a socket does so in that context.
    std::function<void(boost::asio::io_context&, Wake)> begin;
    std::chrono::steady_clock::time_point deadline;
};

/// What a client gets, one of these kinds.
struct Answer : std::variant<Response, EventStream, WebSocketOpening, LaterAnswer> {
    using Kinds = variant;
    using variant::variant;
};

/// Answers with status 200 and JSON.
Response json_answer(std::string json);

/// What went wrong, as application/problem+json.
/// @param detail what happened and what to do
/// @param more members of it, as JSON: `"vehicles":[0,1]`; or nothing
Response problem(int status, const std::string& detail, const std::string& more = {});

/// "Not Found"
const char* reason_of(int status) noexcept;

/// The path and the parameters of a target.
struct Target {
    std::string path;
    std::vector<std::pair<std::string, std::string>> parameters;

    /// Null if it is not there; the last of several.
    const std::string* find(const char* name) const;
};

/// Percent signs are resolved. @return nothing for a target that is not well-formed
std::optional<Target> parse_target(const std::string& target);

}  // namespace gateway::data_port
