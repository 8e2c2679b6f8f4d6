// SPDX-License-Identifier: MIT
#pragma once

#include "http.hpp"

#include <cstdint>

namespace gateway::data_port {

/// Who may ask.
enum class Access {
    anyone,  ///< also off the loopback: nothing of a run is in it
    local,   ///< on the loopback anyone, elsewhere who has the token
    token,   ///< who has the token
};

struct Guard {
    std::string token;  ///< empty: none is asked for
    /// Only this machine can reach the port.
    bool is_loopback = true;
};

/// One call as its function is shown it.
struct Call {
    const Request& request;
    const Target& target;
    std::string tail;  ///< of the path, behind a route's `*`
    /// It came with the token, or none is asked for.
    bool has_token = false;
};

struct Route {
    const char* method;
    std::string path;  ///< one that ends with `*` takes every path that begins so
    Access access;
    std::function<Answer(const Call&)> answer;
    /// The token may come as `?token=`, for what cannot set a header.
    bool takes_token_in_address = false;
    /// Those of other places whose pages may ask for this one.
    std::vector<std::string> origins{};
};

/// A file of the web page.
struct PageFile {
    const char* type;  ///< "text/html; charset=utf-8"
    std::string_view bytes;
};
/// The file at a path ("/" is the page itself), nothing if there is none.
using Page = std::function<std::optional<PageFile>(const std::string& path)>;

/// Looks who asks for what, and lets the right function answer. It knows nothing of sockets.
///
/// A web page of another place can send requests here by the browser of who looks at it, with a
/// name that it makes lead here (DNS rebinding) or without. So the host must be a number or
/// `localhost`, the origin of a request the host itself or one that the route names, and no header
/// allows another page to read an answer.
class Router {
  public:
    Router(Guard guard, Page page) : guard_(std::move(guard)), page_(std::move(page)) {}

    void add(Route route) { routes_.push_back(std::move(route)); }
    /// Any bytes are answered; it throws nothing.
    Answer answer(const Request& request) const noexcept;

  private:
    Answer find_answer(const Request& request) const;
    Response page_answer(const Request& request, const Target& target) const;
    Response welcome(const Request& request, const std::string& token) const;
    std::optional<Response> refuse_stranger(const Request& request, const Target& target) const;
    bool has_token(const Route& route, const Request& request, const Target& target) const;

    Guard guard_;
    Page page_;
    std::vector<Route> routes_;
};

/// 128 random bits, in hexadecimal.
std::string make_token();
/// Takes as long whatever they differ in.
bool is_same_secret(std::string_view a, std::string_view b) noexcept;

}  // namespace gateway::data_port
