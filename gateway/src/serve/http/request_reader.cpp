// SPDX-License-Identifier: MIT
#include "request_reader.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/empty_body.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>

#include <algorithm>
#include <utility>

namespace gateway::data_port {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;

}  // namespace

/// Beast reads the head only: it does not limit the length of chunked bodies.
struct RequestReader::Parser : http::request_parser<http::empty_body> {};

RequestReader::RequestReader(std::size_t header_bytes, std::size_t body_bytes)
    : header_bytes_(header_bytes), body_bytes_(body_bytes) {
    begin();
}

RequestReader::~RequestReader() = default;

void RequestReader::begin() {
    parser_ = std::make_unique<Parser>();
    parser_->header_limit(static_cast<std::uint32_t>(header_bytes_));
    parser_->body_limit(body_bytes_);
    head_bytes_ = body_left_ = 0;
    has_head_ = false;
    body_.clear();
    chunks_.reset();
    refusal_.reset();
    progress_ = Progress::more;
}

RequestReader::Progress RequestReader::parse(std::string_view bytes) {
    in_ += bytes;
    if (progress_ == Progress::more && !has_head_) parse_head();
    if (progress_ == Progress::more && has_head_) parse_body();
    return progress_;
}

/// Beast limits the bytes of one call, not the sum of all fields.
void RequestReader::parse_head() {
    error_code error = http::error::need_more;
    if (!in_.empty()) {
        const std::size_t count = parser_->put(boost::asio::buffer(in_), error);
        in_.erase(0, count);
        head_bytes_ += count;
    }
    has_head_ = parser_->is_header_done() && !error;
    const bool needs_more = error == http::error::need_more;
    if (error == http::error::body_limit)
        return refuse(413, "the body may have at most " + std::to_string(body_bytes_) + " bytes");
    if (error == http::error::header_limit ||
        head_bytes_ + (needs_more ? in_.size() : 0) > header_bytes_)
        return refuse(431, "the headers are too long");
    if (error && !needs_more) return refuse(400, "invalid HTTP request: " + error.message());
    if (has_head_) check_head();
}

void RequestReader::check_head() {
    const auto& head = parser_->get();
    if (head.count(http::field::host) > 1) return refuse(400, "more than one Host header");
    const auto codings = head.count(http::field::transfer_encoding);
    const bool is_chunked =
        codings == 1 && boost::beast::iequals(head[http::field::transfer_encoding], "chunked");
    if (codings > 0 && !is_chunked) return refuse(501, "unsupported transfer coding; use chunked");
    if (is_chunked)
        chunks_.emplace(body_bytes_);
    else
        body_left_ = static_cast<std::size_t>(parser_->content_length().value_or(0));
}

void RequestReader::parse_body() {
    if (chunks_) return parse_chunks();
    const std::size_t count = std::min(body_left_, in_.size());
    body_.append(in_, 0, count);
    in_.erase(0, count);
    body_left_ -= count;
    if (body_left_ == 0) progress_ = Progress::complete;
}

void RequestReader::parse_chunks() {
    using Of = ChunkedBody::Progress;
    in_.erase(0, chunks_->parse(in_));
    switch (chunks_->progress()) {
        case Of::more:
            return;
        case Of::complete:
            body_ = std::move(chunks_->text());
            progress_ = Progress::complete;
            return;
        case Of::malformed:
            return refuse(400, "invalid HTTP request: malformed chunk");
        case Of::has_extension:
            return refuse(400, "chunk extensions are not supported");
        case Of::has_trailer:
            return refuse(400, "trailer fields are not supported");
        case Of::too_long:
            return refuse(413,
                          "the body may have at most " + std::to_string(body_bytes_) + " bytes");
    }
}

void RequestReader::refuse(int status, const std::string& detail) {
    refusal_ = problem(status, detail);
    progress_ = Progress::refused;
    in_.clear();
    body_.clear();
    chunks_.reset();
}

bool RequestReader::keeps_alive() const {
    return parser_->keep_alive();
}

bool RequestReader::is_head() const {
    return parser_->get().method() == http::verb::head;
}

Request RequestReader::take_request() {
    const auto& message = parser_->get();
    const auto field = [&](auto name) {
        const auto text = message[name];
        return std::string(text.data(), text.size());
    };
    const auto method = message.method_string(), target = message.target();
    Request request;
    request.method.assign(method.data(), method.size());
    request.target.assign(target.data(), target.size());
    request.body = std::move(body_);
    request.host = field(http::field::host);
    request.origin = field(http::field::origin);
    request.fetch_site = field("Sec-Fetch-Site");
    request.accept = field(http::field::accept);
    request.authorization = field(http::field::authorization);
    request.cookie = field(http::field::cookie);
    request.upgrade = field(http::field::upgrade);
    request.connection = field(http::field::connection);
    request.socket_key = field(http::field::sec_websocket_key);
    request.socket_version = field(http::field::sec_websocket_version);
    request.socket_protocols = field(http::field::sec_websocket_protocol);
    return request;
}

std::string RequestReader::take_rest() {
    return std::exchange(in_, {});
}

}  // namespace gateway::data_port
