// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Requests and answers of the data port, without sockets.
namespace gateway::data_port {

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

/// What it gets.
struct Answer {
    int status = 200;
    std::string type = "application/json";
    std::string body;
    std::vector<std::pair<std::string, std::string>> headers{};
    /// In the place of all above: asked every few milliseconds until it gives the answer. It gives
    /// one after a while by itself.
    std::function<std::optional<Answer>()> later{};
    /// In the place of a body: asked so often a second for the data of the next event, nothing if
    /// there is nothing new.
    std::function<std::optional<std::string>()> next_event{};
    double events_per_s = 20;
    /// With status 101 in the place of a body: what the WebSocket is for.
    std::shared_ptr<Conversation> conversation{};
};

/// Answers with status 200 and JSON.
Answer json_answer(std::string json);

/// What went wrong, as application/problem+json.
/// @param detail what happened and what to do
/// @param more members of it, as JSON: `"vehicles":[0,1]`; or nothing
Answer problem(int status, const std::string& detail, const std::string& more = {});

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
