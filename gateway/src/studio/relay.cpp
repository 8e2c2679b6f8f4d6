// SPDX-License-Identifier: MIT
#include "relay.hpp"

#include "../data_port/json_body.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

namespace gateway::studio {
namespace {

using data_port::Answer;
using data_port::problem;
using data_port::Refusal;
using Clock = std::chrono::steady_clock;

/// Longer than a run's port lets anything wait.
constexpr std::chrono::seconds answer_patience{15};
constexpr std::size_t longest_answer = std::size_t{64} << 20U;
constexpr const char* stream_type = "text/event-stream";
/// As often as a run's port has events at most.
constexpr double looks_per_s = 60;

std::string text_of(const RunAddress& to, const data_port::Request& request,
                    const std::string& target) {
    const bool has_body = request.method == "POST";
    std::string text = (has_body ? "POST " : "GET ") + target +
                       " HTTP/1.1\r\nHost: " + to_string(to.endpoint) + "\r\nConnection: close\r\n";
    if (!to.token.empty()) text += "Authorization: Bearer " + to.token + "\r\n";
    if (has_body)
        text += "Content-Type: application/json\r\nContent-Length: " +
                std::to_string(request.body.size()) + "\r\n";
    return text + "\r\n" + (has_body ? request.body : std::string());
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

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// The value of a header in a head, whose names are in small letters.
std::optional<std::string> header(const std::string& head, const std::string& name) {
    const std::string begin = "\r\n" + name + ": ";
    const std::size_t at = lower(head).find(begin);
    if (at == std::string::npos) return std::nullopt;
    const std::size_t first = at + begin.size();
    return head.substr(first, head.find("\r\n", first) - first);
}

}  // namespace

Relay::Relay(const RunAddress& to, const data_port::Request& request, const std::string& target)
    : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)),
      until_(Clock::now() + answer_patience),
      out_(text_of(to, request, target)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(to.endpoint.address);
    address.sin_port = htons(to.endpoint.port);
    const bool is_begun =
        socket_ >= 0 &&
        (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 ||
         errno == EINPROGRESS);
    if (is_begun) return;
    if (socket_ >= 0) ::close(socket_);
    throw Refusal(502, "the run cannot be asked: " + std::string(std::strerror(errno)));
}

Relay::~Relay() {
    ::close(socket_);
}

std::optional<Answer> Relay::look() {
    const bool is_connected = take();
    if (status_ == 0) read_head();
    const bool is_complete = length_ ? in_.size() >= *length_ : has_ended_;
    if (status_ != 0 && (type_ == stream_type || is_complete)) return answer();
    if (!is_connected || has_ended_ || in_.size() > longest_answer)
        return problem(502, "the run has ended, or does not answer in full");
    if (Clock::now() > until_) return problem(504, "the run has not answered in time");
    return std::nullopt;
}

/// Sends and receives what goes without waiting. @return false if the connection is lost
bool Relay::take() {
    while (sent_ < out_.size()) {
        const ssize_t count =
            ::send(socket_, out_.data() + sent_, out_.size() - sent_, MSG_NOSIGNAL);
        if (count < 0) {
            if (errno == EAGAIN || errno == ENOTCONN) break;
            return false;
        }
        sent_ += static_cast<std::size_t>(count);
    }
    char part[65536];
    while (!has_ended_) {
        const ssize_t count = ::recv(socket_, part, sizeof part, 0);
        if (count < 0) return errno == EAGAIN || errno == ENOTCONN;
        if (count == 0) has_ended_ = true;
        in_.append(part, static_cast<std::size_t>(count));
        if (in_.size() > longest_answer) break;
    }
    return true;
}

/// Once it is there in full.
void Relay::read_head() {
    const std::string end = "\r\n\r\n";
    const std::size_t at = in_.find(end);
    if (at == std::string::npos) return;
    const std::string head = in_.substr(0, at + 2);
    in_.erase(0, at + end.size());
    const std::size_t space = std::min(head.find(' '), head.size() - 1);
    std::from_chars(head.data() + space + 1, head.data() + head.size(), status_);
    if (status_ < 200 || status_ > 599) status_ = 502;
    type_ = header(head, "content-type").value_or("application/octet-stream");
    if (const auto text = header(head, "content-length")) {
        std::size_t length = longest_answer + 1;
        std::from_chars(text->data(), text->data() + text->size(), length);
        length_ = length;
    }
}

Answer Relay::answer() {
    Answer answer;
    answer.status = status_;
    answer.type = type_;
    if (type_ != stream_type) answer.body = std::move(in_);
    return answer;
}

std::optional<std::string> Relay::next_event() {
    const std::string begin = "data: ", end = "\n\n";
    take();
    std::optional<std::string> newest;
    for (;;) {
        const std::size_t at = in_.find(end);
        if (at == std::string::npos) return newest;
        if (in_.rfind(begin, 0) == 0) newest = in_.substr(begin.size(), at - begin.size());
        in_.erase(0, at + end.size());
    }
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
