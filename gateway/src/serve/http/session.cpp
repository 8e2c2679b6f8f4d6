// SPDX-License-Identifier: MIT
#include "session.hpp"

#include <boost/asio/write.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr seconds use_lasts{2}, heartbeat{1}, farewell{1};
/// Of a stream: what lies there is old when it is read.
constexpr int stream_buffer_bytes = 32768;
/// Of a WebSocket, whose messages come in groups.
constexpr int talk_buffer_bytes = 262144;

std::string status_line_of(const Answer& answer) {
    return "HTTP/1.1 " + std::to_string(answer.status) + " " + reason_of(answer.status) + "\r\n";
}

std::string lines_of(const Answer& answer) {
    std::string lines;
    for (const auto& [name, value] : answer.headers) lines += name + ": " + value + "\r\n";
    return lines;
}

std::string head_of(const Answer& answer, bool is_stream, bool is_last) {
    std::string head = status_line_of(answer) +
                       "Content-Type: " + (is_stream ? "text/event-stream" : answer.type) +
                       "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n" +
                       lines_of(answer);
    if (!is_stream) head += "Content-Length: " + std::to_string(answer.body.size()) + "\r\n";
    head += is_last ? "Connection: close\r\n\r\n" : "\r\n";
    return head;
}

}  // namespace

/// For Asio: an exception that left it would end the process, and so ends the connection.
template <class Act>
auto Server::Impl::Session::handler(Act act) {
    return [self = shared_from_this(), act](error_code error, std::size_t size) {
        const auto call = [&] { std::invoke(act, *self, error, size); };
        if (!self->server_.guarded("a connection", call)) self->close();
    };
}

void Server::Impl::Session::read() {
    state_ = State::reading;
    deadline_ = Clock::now() + server_.limits_.request;
    reader_.begin();
    take({});
}

void Server::Impl::Session::read_more() {
    socket_.async_read_some(asio::buffer(read_), handler(&Session::on_read));
}

/// A peer that has gone gets no answer.
void Server::Impl::Session::on_read(error_code error, std::size_t size) {
    if (state_ == State::closed) return;
    if (error) return close();
    take({read_.data(), size});
}

void Server::Impl::Session::take(std::string_view bytes) {
    switch (reader_.take(bytes)) {
        case RequestReader::Progress::more:
            return read_more();
        case RequestReader::Progress::complete:
            return answer();
        case RequestReader::Progress::refused:
            is_last_ = true;
            is_head_ = reader_.is_head();
            return give(reader_.refusal());
    }
}

void Server::Impl::Session::answer() {
    server_.used_until_ = Clock::now() + use_lasts;
    server_.arm();
    is_last_ = !reader_.keeps_alive();
    is_head_ = reader_.is_head();
    Answer answer = server_.handler_(reader_.take_request());
    server_.work();
    give(std::move(answer));
}

void Server::Impl::Session::give(Answer answer) {
    if (answer.later) return wait_for(std::move(answer.later));
    if (answer.next_event || answer.conversation)
        if (auto refusal = refuse_stream()) return give(std::move(*refusal));
    if (answer.next_event) return begin_stream(std::move(answer));
    if (answer.conversation) return begin_talk(answer);
    std::string text = head_of(answer, false, is_last_);
    if (!is_head_) body_ = std::move(answer.body);
    deadline_ = Clock::now() + server_.limits_.request;
    write(std::move(text), State::writing);
}

void Server::Impl::Session::wait_for(std::function<std::optional<Answer>()> later) {
    state_ = State::pending;
    later_ = std::move(later);
    server_.arm();
}

std::optional<Answer> Server::Impl::Session::refuse_stream() const {
    if (server_.streams() < server_.limits_.streams) return std::nullopt;
    return problem(503,
                   "there are " + std::to_string(server_.limits_.streams) + " streams already");
}

void Server::Impl::Session::begin_stream(Answer answer) {
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(stream_buffer_bytes), ignored);
    is_last_ = true;
    last_event_ = next_event_ = Clock::now();
    server_.arm();
    std::string head = head_of(answer, true, true);
    stream_ = std::move(answer);
    deadline_ = last_event_ + server_.limits_.stalled;
    write(std::move(head), State::streaming);
    watch_for_end();
}

void Server::Impl::Session::write(std::string text, State state) {
    state_ = state;
    out_ = std::move(text);
    is_writing_ = true;
    asio::async_write(
        socket_, std::array{asio::buffer(out_), asio::buffer(body_)},
        handler([](Session& self, error_code error, std::size_t) { self.on_written(error); }));
}

void Server::Impl::Session::on_written(error_code error) {
    is_writing_ = false;
    body_.clear();
    if (state_ == State::closed) return;
    if (error) return close();
    if (state_ == State::streaming) return;
    if (state_ == State::talking) return say();
    is_last_ ? leave() : read();
}

/// What a client still sends is read for a moment: closed at once, the answer might be lost.
void Server::Impl::Session::leave() {
    state_ = State::leaving;
    deadline_ = Clock::now() + farewell;
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    if (!talk_) watch_for_end();
}

void Server::Impl::Session::watch_for_end() {
    socket_.async_read_some(asio::buffer(read_),
                            handler([](Session& self, error_code error, std::size_t) {
                                if (error) return self.close();
                                self.watch_for_end();
                            }));
}

void Server::Impl::Session::tick(Clock::time_point now) {
    if (!server_.guarded("a connection", [&] { look(now); })) close();
}

void Server::Impl::Session::look(Clock::time_point now) {
    if (state_ == State::pending) {
        if (auto answer = later_()) {
            later_ = nullptr;
            give(std::move(*answer));
        }
        return;
    }
    if (state_ == State::streaming && !is_writing_) return send_event(now);
    if (state_ == State::talking && !is_writing_) return say();
    if (now >= deadline_) close();
}

/// A client that has not taken the last event gets none now: it loses this one.
void Server::Impl::Session::send_event(Clock::time_point now) {
    deadline_ = now + server_.limits_.stalled;
    if (now < next_event_) return;
    const auto period = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / stream_.events_per_s));
    const auto data = stream_.next_event();
    if (!data) {
        if (now - last_event_ < heartbeat) return;
        last_event_ = now;
        return write(":\n\n", State::streaming);
    }
    next_event_ = std::max(next_event_ + period, now - period);
    last_event_ = now;
    write("data: " + *data + "\n\n", State::streaming);
}

void Server::Impl::Session::begin_talk(const Answer& answer) {
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(talk_buffer_bytes), ignored);
    talk_.emplace(answer.conversation, server_.limits_.body_bytes);
    server_.arm();
    talk_->take(reader_.take_rest());
    deadline_ = Clock::now() + server_.limits_.stalled;
    write(status_line_of(answer) + lines_of(answer) + "\r\n", State::talking);
    listen();
}

void Server::Impl::Session::listen() {
    socket_.async_read_some(asio::buffer(read_),
                            handler([](Session& self, error_code error, std::size_t size) {
                                if (error) return self.close();
                                if (self.state_ != State::talking) return self.listen();
                                self.talk_->take({self.read_.data(), size});
                                if (!self.is_writing_) self.say();
                                self.listen();
                            }));
}

/// What is not taken is asked for later: by then the conversation may have dropped some of it.
void Server::Impl::Session::say() {
    std::string frames = talk_->next();
    deadline_ = Clock::now() + server_.limits_.stalled;
    if (!frames.empty()) return write(std::move(frames), State::talking);
    if (talk_->has_ended()) leave();
}

void Server::Impl::Session::close() {
    if (state_ == State::closed) return;
    state_ = State::closed;
    talk_.reset();
    later_ = nullptr;
    stream_ = {};
    error_code ignored;
    socket_.close(ignored);
    server_.forget(*this);
}

}  // namespace gateway::data_port
