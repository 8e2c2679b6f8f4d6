// SPDX-License-Identifier: MIT
#include "router.hpp"

#include "http.hpp"
#include "json_body.hpp"
#include "web_socket.hpp"

#include "text/text.hpp"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

namespace gateway::data_port {
namespace {

/// A form that requests `/?token=TOKEN`, which sets the cookie.
constexpr const char* token_form = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>ddc-gateway: token</title>
</head>
<body>
<main>
<h1>The token is missing or wrong</h1>
<p>The address contains no token, or a wrong one. The terminal shows the full address at the start
of the run: open it, or enter the text after <code>token=</code> here. The token is also in the
output of <code>--announce FD</code>, or is <code>data_port.token</code> of the configuration:</p>
<form action="/">
<label>Token <input type="password" name="token" autocomplete="off" required></label>
<button>Open</button>
</form>
</main>
</body>
</html>
)";

/// Replaces the body of a 401 reply with a page for browsers that asks for the token.
/// @param refusal with status 401; status and headers are kept
Response token_page(Response refusal) {
    refusal.type = "text/html; charset=utf-8";
    refusal.body = token_form;
    refusal.headers.emplace_back("Content-Security-Policy",
                                 "default-src 'none'; form-action 'self'; base-uri 'none'; "
                                 "frame-ancestors 'none'");
    return refusal;
}

/// The host without its port.
std::string_view name_of(std::string_view host) {
    if (!host.empty() && host.front() == '[') {
        const std::size_t end = host.find(']');
        return end == std::string_view::npos ? host : host.substr(0, end + 1);
    }
    return host.substr(0, std::min(host.find(':'), host.size()));
}

/// An IPv4 address in dotted form. DNS rebinding needs a name.
bool is_address(std::string_view name) {
    for (int part = 0; part < 4; ++part) {
        const std::size_t dot = std::min(name.find('.'), name.size());
        const std::string_view number = name.substr(0, dot);
        if (!is_digits(number) || number.size() > 3) return false;
        if ((part == 3) != (dot == name.size())) return false;
        name.remove_prefix(std::min(dot + 1, name.size()));
    }
    return true;
}

bool is_own_host(const std::string& host) {
    const std::string_view name = name_of(host);
    const std::string_view rest = std::string_view(host).substr(name.size());
    if (!rest.empty() && (rest[0] != ':' || !is_digits(rest.substr(1)))) return false;
    return name == "localhost" || name == "[::1]" || is_address(name);
}

/// Differs for each port, since browsers send a cookie to all ports of a host.
std::string cookie_name(const std::string& host) {
    const std::string_view name = name_of(host);
    std::string port = host.substr(name.size());
    std::replace(port.begin(), port.end(), ':', '_');
    return "ddc_token" + port;
}

std::string_view cookie_of(const Request& request) {
    const std::string name = cookie_name(request.host);
    std::string_view rest = request.cookie;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(';'), rest.size());
        const std::string_view pair = trimmed(rest.substr(0, end), " ");
        const std::size_t equals = std::min(pair.find('='), pair.size());
        if (pair.substr(0, equals) == name) return pair.substr(std::min(equals + 1, pair.size()));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return {};
}

std::string_view bearer_of(const Request& request) {
    constexpr std::string_view scheme = "Bearer ";
    const std::string_view text = request.authorization;
    return text.substr(0, scheme.size()) == scheme ? trimmed(text.substr(scheme.size()), " ")
                                                   : std::string_view();
}

bool contains(const std::vector<std::string>& texts, const std::string& text) {
    return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool fits(const Route& route, const Request& request, const std::string& path) {
    if (route.is_for_web_sockets && !asks_for_web_socket(request)) return false;
    if (route.path.back() != '*') return path == route.path;
    const std::string_view before(route.path.data(), route.path.size() - 1);
    return path.size() > before.size() && path.compare(0, before.size(), before) == 0;
}

/// A browser that opens an address accepts HTML.
bool asks_for_page(const Request& request) {
    return request.accept.find("text/html") != std::string::npos;
}

}  // namespace

std::string make_token() {
    std::array<unsigned char, 16> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
        throw std::system_error(errno, std::generic_category(), "no random numbers for a token");
    std::string token;
    for (const unsigned char byte : bytes) token += hex_digits(byte);
    return token;
}

bool is_same_secret(std::string_view a, std::string_view b) noexcept {
    if (a.size() != b.size()) return false;
    unsigned difference = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
    return difference == 0;
}

Answer Router::answer(const Request& request) const noexcept {
    try {
        Answer found = find_answer(request);
        Response* const whole = std::get_if<Response>(&found);
        if (whole != nullptr && whole->status == 401 && asks_for_page(request))
            return token_page(std::move(*whole));
        return found;
    } catch (const Refusal& refusal) {
        return problem(refusal.status, refusal.what(), refusal.more);
    } catch (const std::exception& error) {
        return problem(500, std::string("the request failed: ") + error.what());
    }
}

std::optional<Response> Router::check_origin(const Request& request, const Target& target) const {
    if (!is_own_host(request.host))
        return problem(
            403,
            "the Host header must be localhost or an IP address, as a protection against "
            "DNS rebinding");
    const bool is_own = request.origin.empty() || request.origin == "http://" + request.host;
    const bool is_cross_origin =
        request.fetch_site == "cross-site" || request.fetch_site == "same-site";
    const auto allows_origin = [&](const Route& route) {
        return fits(route, request, target.path) && contains(route.origins, request.origin);
    };
    if (!is_own && std::none_of(routes_.begin(), routes_.end(), allows_origin))
        return problem(403, "requests from web pages of another origin are not allowed");
    const auto has_path = [&](const Route& route) { return fits(route, request, target.path); };
    if (is_own && is_cross_origin && std::any_of(routes_.begin(), routes_.end(), has_path))
        return problem(403, "requests from web pages of another origin are not allowed");
    return std::nullopt;
}

bool Router::has_token(const Route& route, const Request& request, const Target& target) const {
    if (guard_.token.empty()) return true;
    if (is_same_secret(bearer_of(request), guard_.token) ||
        is_same_secret(cookie_of(request), guard_.token))
        return true;
    const std::string* given = route.takes_token_in_address ? target.find("token") : nullptr;
    return given != nullptr && is_same_secret(*given, guard_.token);
}

Answer Router::find_answer(const Request& request) const {
    const auto target = parse_target(request.target);
    if (auto refusal = check_origin(request, target.value_or(Target{}))) return *refusal;
    if (!target) return problem(400, "malformed request target");
    const std::string method = request.method == "HEAD" ? "GET" : request.method;
    std::string allowed;
    for (const Route& route : routes_) {
        if (!fits(route, request, target->path)) continue;
        allowed += (allowed.empty() ? "" : ", ") + std::string(route.method);
        if (method != route.method) continue;
        const bool is_known = has_token(route, request, *target);
        const bool needs_none =
            route.access == Access::anyone || (route.access == Access::local && guard_.is_loopback);
        if (!is_known && !needs_none) {
            Response refusal =
                problem(401,
                        "the token is missing or wrong; send the header Authorization: "
                        "Bearer TOKEN with the token that the terminal or --announce FD "
                        "shows at the start");
            refusal.headers.emplace_back("WWW-Authenticate", "Bearer");
            return refusal;
        }
        const std::size_t star = route.path.find('*');
        return route.answer({request, *target,
                             star == std::string::npos ? std::string() : target->path.substr(star),
                             is_known});
    }
    if (allowed.empty() && method == "GET") return page_answer(request, *target);
    if (allowed.empty()) return problem(404, "there is no such path");
    Response refusal = problem(405, "method not allowed; this path allows " + allowed);
    refusal.headers.emplace_back("Allow", allowed);
    return refusal;
}

Response Router::page_answer(const Request& request, const Target& target) const {
    const std::string* token = target.find("token");
    if (target.path == "/" && token != nullptr) return set_token_cookie(request, *token);
    const auto file = page_ ? page_(target.path) : std::nullopt;
    if (!file && target.path == "/")
        return problem(
            404,
            "this program was built without its web page; the calls of the data port are "
            "available, such as /api/state");
    if (!file) return problem(404, "there is no such path");
    Response answer;
    answer.type = file->type;
    answer.body = file->bytes;
    answer.headers = {
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
         "connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'"}};
    return answer;
}

/// Moves the token from the address to a cookie, so that it is in no history or bookmark.
Response Router::set_token_cookie(const Request& request, const std::string& token) const {
    if (!guard_.token.empty() && !is_same_secret(token, guard_.token))
        return problem(
            401,
            "wrong token; use the token that the terminal or --announce FD shows at the start");
    Response answer;
    answer.status = 303;
    answer.type = "text/plain";
    answer.headers = {{"Location", "/"}};
    if (!guard_.token.empty())
        answer.headers.emplace_back("Set-Cookie", cookie_name(request.host) + "=" + guard_.token +
                                                      "; Path=/; HttpOnly; SameSite=Strict");
    return answer;
}

}  // namespace gateway::data_port
