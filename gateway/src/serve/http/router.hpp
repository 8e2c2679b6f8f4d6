// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

#include <cstdint>

namespace gateway::data_port {

/// The clients that may send a call.
enum class Access {
    anyone,  ///< every client, also off the loopback; the reply has no data of a run
    local,   ///< every client on the loopback; other clients need the token
    token,   ///< clients with the token
};

struct Guard {
    std::string token;  ///< empty: no token is required
    /// The port is bound to the loopback.
    bool is_loopback = true;
};

/// A call, as its handler gets it.
struct Call {
    const Request& request;
    const Target& target;
    std::string tail;  ///< the part of the path that matches the route's `*`
    /// The call has the token, or no token is required.
    bool has_token = false;
};

struct Route {
    const char* method;
    std::string path;  ///< one that ends with `*` matches every longer path with that beginning
    Access access;
    std::function<Answer(const Call&)> answer;
    /// The token may be sent as `?token=`, for clients that cannot set a header.
    bool takes_token_in_address = false;
    /// Other origins whose pages may send this call.
    std::vector<std::string> origins{};
    /// Only for handshakes of a WebSocket; other requests of this path are not for this route.
    bool is_for_web_sockets = false;
};

/// A file of the web page.
struct PageFile {
    const char* type;  ///< "text/html; charset=utf-8"
    std::string_view bytes;
};
/// Returns the file at a path ("/" is the page itself), nothing if there is none.
using Page = std::function<std::optional<PageFile>(const std::string& path)>;

/// Checks the access to each call and passes the call to its handler. Independent of sockets.
///
/// A web page of another origin can make a user's browser send requests to this port, directly or
/// with a name that resolves to this machine (DNS rebinding). So the host must be an IP address or
/// `localhost`, and the origin of a request must be the host itself or listed in the route. No
/// header allows another page to read a reply.
class Router {
  public:
    Router(Guard guard, Page page) : guard_(std::move(guard)), page_(std::move(page)) {}

    void add(Route route) { routes_.push_back(std::move(route)); }
    /// Accepts requests with any bytes.
    Answer answer(const Request& request) const noexcept;

  private:
    Answer find_answer(const Request& request) const;
    Response page_answer(const Request& request, const Target& target) const;
    Response set_token_cookie(const Request& request, const std::string& token) const;
    std::optional<Response> check_origin(const Request& request, const Target& target) const;
    bool has_token(const Route& route, const Request& request, const Target& target) const;

    Guard guard_;
    Page page_;
    std::vector<Route> routes_;
};

/// 128 random bits, in hexadecimal.
std::string make_token();
/// Compares in constant time.
bool is_same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace gateway::data_port
