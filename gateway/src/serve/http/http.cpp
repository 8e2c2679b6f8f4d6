// SPDX-License-Identifier: MIT
#include "http.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace gateway::data_port {
namespace {

constexpr std::size_t most_parameters = 16;

struct Reason {
    int status;
    const char* text;
};
constexpr Reason reasons[] = {{101, "Switching Protocols"},
                              {200, "OK"},
                              {201, "Created"},
                              {303, "See Other"},
                              {400, "Bad Request"},
                              {401, "Unauthorized"},
                              {403, "Forbidden"},
                              {404, "Not Found"},
                              {405, "Method Not Allowed"},
                              {408, "Request Timeout"},
                              {409, "Conflict"},
                              {413, "Payload Too Large"},
                              {422, "Unprocessable Content"},
                              {426, "Upgrade Required"},
                              {431, "Request Header Fields Too Large"},
                              {500, "Internal Server Error"},
                              {501, "Not Implemented"},
                              {502, "Bad Gateway"},
                              {503, "Service Unavailable"},
                              {504, "Gateway Timeout"}};

/// @return false if a percent sign is not followed by two hexadecimal digits
bool decode(std::string_view text, bool is_parameter, std::string& decoded) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '+' && is_parameter) {
            decoded += ' ';
        } else if (text[i] != '%') {
            decoded += text[i];
        } else {
            unsigned byte = 0;
            if (i + 2 >= text.size()) return false;
            const char* const end = text.data() + i + 3;
            if (std::from_chars(end - 2, end, byte, 16).ptr != end) return false;
            decoded += static_cast<char>(byte);
            i += 2;
        }
    }
    return true;
}

bool add_parameter(std::string_view text, Target& target) {
    if (text.empty()) return true;
    if (target.parameters.size() == most_parameters) return false;
    auto& [name, value] = target.parameters.emplace_back();
    const std::size_t equals = std::min(text.find('='), text.size());
    return decode(text.substr(0, equals), true, name) &&
           decode(text.substr(std::min(equals + 1, text.size())), true, value);
}

}  // namespace

const char* reason_of(int status) noexcept {
    const auto found = std::find_if(std::begin(reasons), std::end(reasons),
                                    [&](const Reason& r) { return r.status == status; });
    return found == std::end(reasons) ? "Error" : found->text;
}

Response json_answer(std::string json) {
    Response answer;
    answer.body = std::move(json);
    return answer;
}

Response problem(int status, const std::string& detail, const std::string& more) {
    nlohmann::ordered_json json{{"type", "about:blank"},
                                {"title", reason_of(status)},
                                {"status", status},
                                {"detail", detail},
                                {"error", detail}};
    Response answer;
    answer.status = status;
    answer.type = "application/problem+json";
    answer.body = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    if (!more.empty()) answer.body.insert(answer.body.size() - 1, "," + more);
    return answer;
}

const std::string* Target::find(const char* name) const {
    const auto found = std::find_if(parameters.rbegin(), parameters.rend(),
                                    [&](const auto& p) { return p.first == name; });
    return found == parameters.rend() ? nullptr : &found->second;
}

std::optional<Target> parse_target(const std::string& text) {
    Target target;
    if (text.empty() || text[0] != '/') return std::nullopt;
    std::string_view rest = text;
    const std::size_t question = std::min(rest.find('?'), rest.size());
    if (!decode(rest.substr(0, question), false, target.path)) return std::nullopt;
    rest.remove_prefix(std::min(question + 1, rest.size()));
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('&'), rest.size());
        if (!add_parameter(rest.substr(0, end), target)) return std::nullopt;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return target;
}

}  // namespace gateway::data_port
