// SPDX-License-Identifier: MIT
#include "relay.hpp"

#include "http/json_body.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <fcntl.h>

#include <cctype>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <utility>

namespace gateway::studio {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using data_port::Answer;
using data_port::EventStream;
using data_port::LaterAnswer;
using data_port::problem;
using data_port::Response;
using data_port::Wake;
using Clock = std::chrono::steady_clock;

/// Longer than the longest wait of a run's port.
constexpr std::chrono::seconds reply_timeout{15};
/// For a stream without data: a run's port sends a byte each second.
constexpr std::chrono::seconds stream_timeout{60};
constexpr std::size_t longest_head = 65536;
constexpr std::size_t longest_answer = std::size_t{64} << 20U;
/// Limit of one receive, so that other connections are served in between.
constexpr std::size_t longest_piece = 65536;
constexpr const char* no_answer = "the run has ended, or its reply is invalid";
constexpr const char* not_in_time = "the run has not replied in time";
constexpr const char* stream_type = "text/event-stream";
/// The highest rate of a run's port.
constexpr double events_per_s = 60;

http::request<http::string_body> request_of(const RunAddress& to, const data_port::Request& request,
                                            const std::string& target) {
    const bool has_body = request.method == "POST";
    http::request<http::string_body> forwarded(has_body ? http::verb::post : http::verb::get,
                                               target, 11);
    forwarded.set(http::field::host, to_string(to.endpoint));
    forwarded.keep_alive(false);
    if (!to.token.empty()) forwarded.set(http::field::authorization, "Bearer " + to.token);
    if (has_body) {
        forwarded.set(http::field::content_type, "application/json");
        forwarded.body() = request.body;
        forwarded.prepare_payload();
    }
    return forwarded;
}

std::string encoded(const std::string& text) {
    constexpr const char* digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || std::strchr("-_.~/", c) != nullptr)
            result += c;
        else
            result += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return result;
}

}  // namespace

/// The socket and state of the call. Pending handlers of Asio keep it alive.
class Relay::Connection : public std::enable_shared_from_this<Connection> {
  public:
    Connection(const RunAddress& to, http::request<http::string_body> request)
        : to_(asio::ip::address_v4(to.endpoint.address), to.endpoint.port),
          request_(std::move(request)) {
        parser_.body_limit(longest_answer);
    }

    void begin(asio::io_context& context, Clock::time_point deadline);
    void close();
    bool is_stream() const {
        return !is_refused_ && parser_.is_header_done() &&
               parser_.get()[http::field::content_type] == stream_type;
    }
    bool is_complete() const { return parser_.is_done(); }
    /// The received response. The body is moved out.
    Response response();

    Wake wake;
    std::optional<Response> problem;    ///< the call has failed
    std::optional<std::string> newest;  ///< event that was not fetched

  private:
    template <class Act>
    auto handler(Act act);
    void send();
    void receive();
    void on_received(std::size_t size);
    bool parse();
    void on_end();
    void read_events();
    void fail(int status, const std::string& why);

    tcp::endpoint to_;
    http::request<http::string_body> request_;
    http::response_parser<http::string_body> parser_;
    beast::flat_buffer in_;
    std::optional<beast::tcp_stream> stream_;
    std::size_t head_bytes_ = 0;
    bool is_refused_ = false;   ///< the reply is invalid
    std::size_t searched_ = 0;  ///< bytes of the next event that were searched for its end
};

/// A handler for Asio. An exception ends only this call.
template <class Act>
auto Relay::Connection::handler(Act act) {
    return [self = shared_from_this(), act](error_code error, std::size_t size = 0) {
        if (self->problem) return;
        if (error == beast::error::timeout) return self->fail(504, not_in_time);
        if (error == asio::error::eof) return self->on_end();
        if (error) return self->fail(502, no_answer);
        try {
            act(*self, size);
        } catch (const std::exception& failure) {  // such as no memory
            self->fail(502, std::string("the run cannot be reached: ") + failure.what());
        }
    };
}

/// Opens the socket itself: Asio lets child processes inherit sockets.
void Relay::Connection::begin(asio::io_context& context, Clock::time_point deadline) {
    error_code error;
    stream_.emplace(context);
    stream_->socket().open(to_.protocol(), error);
    if (error) return fail(502, "the run cannot be reached: " + error.message());
    ::fcntl(stream_->socket().native_handle(), F_SETFD, FD_CLOEXEC);
    stream_->expires_at(deadline);
    stream_->async_connect(to_, handler([](Connection& self, std::size_t) { self.send(); }));
}

void Relay::Connection::close() {
    if (!problem) problem = data_port::problem(502, no_answer);
    if (stream_) stream_->close();
}

void Relay::Connection::fail(int status, const std::string& why) {
    problem = data_port::problem(status, why);
    stream_->close();
    wake();
}

void Relay::Connection::send() {
    http::async_write(*stream_, request_,
                      handler([](Connection& self, std::size_t) { self.receive(); }));
}

void Relay::Connection::receive() {
    stream_->async_read_some(
        in_.prepare(longest_piece),
        handler([](Connection& self, std::size_t size) { self.on_received(size); }));
}

void Relay::Connection::on_received(std::size_t size) {
    in_.commit(size);
    const bool was_stream = is_stream();
    is_refused_ = !parse();
    if (is_refused_) return fail(502, no_answer);
    if (is_complete() && !is_stream()) return wake();
    if (is_stream()) {
        stream_->expires_after(stream_timeout);
        read_events();
        if (!was_stream || newest) wake();
        if (is_complete()) return on_end();
    }
    receive();
}

/// @return false for an invalid or too long reply. Ports of runs send no chunks; Beast would store
/// them without limit.
bool Relay::Connection::parse() {
    while (in_.size() > 0 && !parser_.is_done()) {
        error_code error;
        const std::size_t count = parser_.put(in_.data(), error);
        in_.consume(count);
        head_bytes_ += parser_.is_header_done() ? 0 : count;
        if (head_bytes_ > longest_head) return false;
        if (parser_.is_header_done() && parser_.chunked()) return false;
        if (error == http::error::need_more) return true;
        if (error) return false;
        if (parser_.get().body().size() > longest_answer) return false;
        if (is_stream()) parser_.body_limit(boost::none);
    }
    return true;
}

/// The end of a reply without a length. A stream must not end.
void Relay::Connection::on_end() {
    error_code error;
    if (parser_.got_some() && !parser_.is_done()) parser_.put_eof(error);
    if (error || !is_complete() || is_stream()) return fail(502, no_answer);
    wake();
}

void Relay::Connection::read_events() {
    const std::string begin = "data: ", end = "\n\n";
    std::string& text = parser_.get().body();
    std::size_t first = 0, from = searched_;
    for (std::size_t at; (at = text.find(end, from)) != std::string::npos;
         first = from = at + end.size())
        if (text.compare(first, begin.size(), begin) == 0)
            newest = text.substr(first + begin.size(), at - first - begin.size());
    text.erase(0, first);
    searched_ = text.empty() ? 0 : text.size() - 1;  // the first half of the end may be received
}

Response Relay::Connection::response() {
    const auto type = parser_.get()[http::field::content_type];
    Response answer;
    answer.status = static_cast<int>(parser_.get().result_int());
    answer.type.assign(type.data(), type.size());
    if (!is_stream()) answer.body = std::move(parser_.get().body());
    return answer;
}

Relay::Relay(const RunAddress& to, const data_port::Request& request, const std::string& target)
    : connection_(std::make_shared<Connection>(to, request_of(to, request, target))),
      deadline_(Clock::now() + reply_timeout) {}

Relay::~Relay() {
    connection_->close();
}

void Relay::begin(asio::io_context& context, Wake wake) {
    connection_->wake = std::move(wake);
    connection_->begin(context, deadline_);
}

void Relay::wake_with(Wake wake) {
    connection_->wake = std::move(wake);
}

std::optional<Response> Relay::poll() {
    if (connection_->is_stream() || connection_->is_complete()) return connection_->response();
    if (connection_->problem) return connection_->problem;
    if (Clock::now() >= deadline_) return problem(504, not_in_time);
    return std::nullopt;
}

std::optional<std::string> Relay::next_event() {
    if (auto event = std::exchange(connection_->newest, std::nullopt)) return event;
    if (connection_->problem)
        throw std::runtime_error("a run's stream has ended, or has an event without an end");
    return std::nullopt;
}

std::string relayed_target(const data_port::Target& target) {
    std::string text = encoded(target.path);
    char separator = '?';
    for (const auto& [name, value] : target.parameters) {
        if (name == "run" || name == "token") continue;
        text += separator + encoded(name) + "=" + encoded(value);
        separator = '&';
    }
    return text;
}

Answer relayed(const RunAddress& to, const data_port::Request& request,
               const data_port::Target& target) {
    const auto relay = std::make_shared<Relay>(to, request, relayed_target(target));
    LaterAnswer later;
    later.deadline = relay->deadline();
    later.begin = [relay](asio::io_context& context, Wake wake) {
        relay->begin(context, std::move(wake));
    };
    later.poll = [relay]() -> std::optional<Answer> {
        auto answer = relay->poll();
        if (!answer || answer->type != stream_type) return answer;
        EventStream stream;
        stream.events_per_s = events_per_s;
        stream.begin = [relay](Wake wake) { relay->wake_with(std::move(wake)); };
        stream.next = [relay] { return relay->next_event(); };
        return stream;
    };
    return later;
}

}  // namespace gateway::studio
