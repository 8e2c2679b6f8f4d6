// SPDX-License-Identifier: MIT
#pragma once

#include "http/http.hpp"

#include "expect.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace fuzz {

inline std::string take_line(std::string& text) {
    const std::size_t end = text.find('\n');
    std::string line = text.substr(0, end);
    text.erase(0, end == std::string::npos ? end : end + 1);
    return line;
}

/// Lines `METHOD TARGET`, `Host`, `Origin`, `Authorization` and `Cookie`; the rest is its body.
inline gateway::data_port::Request request_of(std::string text) {
    gateway::data_port::Request request;
    const std::string first = take_line(text);
    const std::size_t space = std::min(first.find(' '), first.size());
    request.method = first.substr(0, space);
    request.target = first.substr(std::min(space + 1, first.size()));
    request.host = take_line(text);
    request.origin = take_line(text);
    request.authorization = take_line(text);
    request.cookie = take_line(text);
    request.body = std::move(text);
    return request;
}

inline void check(const gateway::data_port::Response& response) {
    expect(response.status >= 200 && response.status < 600, "an answer has a status");
    expect(response.status != 500, "no request fails by itself");
    for (const auto& [name, value] : response.headers)
        expect((name + value).find_first_of("\r\n") == std::string::npos,
               "no header holds another one");
    if (response.type.find("json") != std::string::npos)
        expect(nlohmann::json::accept(response.body), "JSON is JSON");
}

/// Properties of every reply.
inline void check(const gateway::data_port::Answer& answer) {
    if (const auto* const response = std::get_if<gateway::data_port::Response>(&answer))
        check(*response);
    if (const auto* const stream = std::get_if<gateway::data_port::EventStream>(&answer))
        for (int i = 0; i < 2; ++i)
            if (const auto event = stream->next())
                expect(event->find('\n') == std::string::npos, "an event is a line");
}

}  // namespace fuzz
