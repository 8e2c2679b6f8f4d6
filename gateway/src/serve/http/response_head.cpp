// SPDX-License-Identifier: MIT
#include "response_head.hpp"

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/write.hpp>

#include <sstream>

namespace gateway::data_port {
namespace {

namespace http = boost::beast::http;
using Head = http::response_header<>;

Head begun(int status) {
    Head head;
    head.version(11);
    head.result(static_cast<unsigned>(status));
    head.reason(reason_of(status));
    return head;
}

Head begun(int status, const std::string& type) {
    Head head = begun(status);
    head.insert(http::field::content_type, type);
    head.insert(http::field::cache_control, "no-store");
    head.insert("X-Content-Type-Options", "nosniff");
    return head;
}

std::string text_of(const Head& head) {
    std::ostringstream text;
    text << head;
    return text.str();
}

}  // namespace

std::string head_of(const Response& response, bool is_last) {
    Head head = begun(response.status, response.type);
    for (const auto& [name, value] : response.headers) head.insert(name, value);
    head.insert(http::field::content_length, std::to_string(response.body.size()));
    if (is_last) head.insert(http::field::connection, "close");
    return text_of(head);
}

std::string head_of_stream() {
    Head head = begun(200, "text/event-stream");
    head.insert(http::field::connection, "close");
    return text_of(head);
}

std::string head_of(const WebSocketOpening& opening) {
    Head head = begun(101);
    for (const auto& [name, value] : opening.headers) head.insert(name, value);
    return text_of(head);
}

}  // namespace gateway::data_port
