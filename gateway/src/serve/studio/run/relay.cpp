// SPDX-License-Identifier: MIT
#include "relay.hpp"

#include "http/json_body.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <sstream>
#include <stdexcept>

namespace gateway::studio {
namespace {

namespace http = boost::beast::http;
using boost::system::error_code;
using data_port::Answer;
using data_port::problem;
using data_port::Refusal;
using Clock = std::chrono::steady_clock;

/// Longer than a run's port lets anything wait.
constexpr std::chrono::seconds answer_patience{15};
constexpr std::size_t longest_head = 65536;
constexpr std::size_t longest_answer = std::size_t{64} << 20U;
/// What is received in one look: the others have their turn.
constexpr int most_receives = 64;
constexpr const char* stream_type = "text/event-stream";
/// As often as a run's port has events at most.
constexpr double looks_per_s = 60;

std::string text_of(const RunAddress& to, const data_port::Request& request,
                    const std::string& target) {
    const bool has_body = request.method == "POST";
    http::request<http::string_body> asked(has_body ? http::verb::post : http::verb::get, target,
                                           11);
    asked.set(http::field::host, to_string(to.endpoint));
    asked.keep_alive(false);
    if (!to.token.empty()) asked.set(http::field::authorization, "Bearer " + to.token);
    if (has_body) {
        asked.set(http::field::content_type, "application/json");
        asked.body() = request.body;
        asked.prepare_payload();
    }
    std::ostringstream text;
    text << asked;
    return text.str();
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

int connected_socket(const Endpoint& to) {
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(to.address);
    address.sin_port = htons(to.port);
    if (socket >= 0 &&
        (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
         errno == EINPROGRESS))
        return socket;
    const int error = errno;
    if (socket >= 0) ::close(socket);
    throw Refusal(502, "the run cannot be asked: " + std::string(std::strerror(error)));
}

}  // namespace

/// Its socket, and how far the call has come.
class Relay::Connection {
  public:
    Connection(const RunAddress& to, std::string text)
        : socket_(connected_socket(to.endpoint)), out_(std::move(text)) {
        parser_.body_limit(longest_answer);
    }
    ~Connection() { ::close(socket_); }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Sends and receives what goes without waiting. @return false if the call has failed
    bool go_on() { return send() && receive(); }
    bool is_stream() const {
        return parser_.is_header_done() && parser_.get()[http::field::content_type] == stream_type;
    }
    bool is_complete() const { return parser_.is_done(); }
    Answer answer() {
        const auto type = parser_.get()[http::field::content_type];
        Answer answer;
        answer.status = static_cast<int>(parser_.get().result_int());
        answer.type.assign(type.data(), type.size());
        if (!is_stream()) answer.body = std::move(parser_.get().body());
        return answer;
    }
    /// What of the body has come, to be taken from.
    std::string& body() { return parser_.get().body(); }

  private:
    bool send();
    bool receive();
    bool parse();

    int socket_;
    std::string out_, in_;
    std::size_t sent_ = 0, head_bytes_ = 0;
    http::response_parser<http::string_body> parser_;
};

bool Relay::Connection::send() {
    while (sent_ < out_.size()) {
        const ssize_t count =
            ::send(socket_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
        if (count < 0) return errno == EAGAIN || errno == ENOTCONN;
        sent_ += static_cast<std::size_t>(count);
    }
    return true;
}

bool Relay::Connection::receive() {
    char part[65536];
    for (int i = 0; i < most_receives && !parser_.is_done(); ++i) {
        const ssize_t count = ::recv(socket_, part, sizeof part, 0);
        if (count < 0) return errno == EAGAIN || errno == ENOTCONN;
        error_code error;
        if (count == 0) {  // the end, and of an answer without a length what it had to be
            if (parser_.got_some()) parser_.put_eof(error);
            return parser_.is_done() && !error;
        }
        in_.append(part, static_cast<std::size_t>(count));
        if (!parse()) return false;
    }
    return true;
}

/// @return false for what is no answer, or too long a one. Ports of runs send no chunks, and what
/// Beast keeps of those has no bound.
bool Relay::Connection::parse() {
    while (!in_.empty() && !parser_.is_done()) {
        error_code error;
        const std::size_t count = parser_.put(boost::asio::buffer(in_), error);
        in_.erase(0, count);
        head_bytes_ += parser_.is_header_done() ? 0 : count;
        if (head_bytes_ > longest_head) return false;
        if (error == http::error::need_more) return true;
        if (error || (parser_.is_header_done() && parser_.chunked())) return false;
        if (parser_.get().body().size() > longest_answer) return false;
        if (is_stream()) parser_.body_limit(boost::none);
    }
    return true;
}

Relay::Relay(const RunAddress& to, const data_port::Request& request, const std::string& target)
    : connection_(std::make_unique<Connection>(to, text_of(to, request, target))),
      until_(Clock::now() + answer_patience) {}

Relay::~Relay() = default;

std::optional<Answer> Relay::look() {
    const bool goes_on = connection_->go_on();
    if (!goes_on) return problem(502, "the run has ended, or does not answer in full");
    if (connection_->is_stream() || connection_->is_complete()) return connection_->answer();
    if (Clock::now() > until_) return problem(504, "the run has not answered in time");
    return std::nullopt;
}

std::optional<std::string> Relay::next_event() {
    const std::string begin = "data: ", end = "\n\n";
    if (!connection_->go_on())
        throw std::runtime_error("a run's stream has broken off, or has an event without an end");
    std::string& text = connection_->body();
    std::optional<std::string> newest;
    std::size_t first = 0, from = searched_;
    for (std::size_t at; (at = text.find(end, from)) != std::string::npos;
         first = from = at + end.size())
        if (text.compare(first, begin.size(), begin) == 0)
            newest = text.substr(first + begin.size(), at - first - begin.size());
    text.erase(0, first);
    searched_ = text.empty() ? 0 : text.size() - 1;  // half of the end may have come
    return newest;
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
    Answer answer;
    answer.later = [relay]() -> std::optional<Answer> {
        auto told = relay->look();
        if (!told || told->type != stream_type) return told;
        Answer stream;
        stream.events_per_s = looks_per_s;
        stream.next_event = [relay] { return relay->next_event(); };
        return stream;
    };
    return answer;
}

}  // namespace gateway::studio
