// SPDX-License-Identifier: MIT
#include "connection.hpp"

#include "response_head.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr seconds heartbeat{1}, closing_time{1};
/// Time between writes to a WebSocket. Messages that are sent within it are combined.
constexpr std::chrono::milliseconds frame_period{4};
/// Small, since events in the buffer are outdated when the client reads them.
constexpr int stream_buffer_bytes = 32768;
/// Larger, since the messages of a WebSocket come in groups.
constexpr int web_socket_buffer_bytes = 262144;

}  // namespace

/// A handler for Asio. An exception closes the connection; in Asio it would end the process.
template <class Act>
auto Server::Impl::Connection::handler(Act act) {
    return [self = shared_from_this(), act](error_code error, std::size_t size) {
        const auto call = [&] { std::invoke(act, *self, error, size); };
        if (!self->server_.guarded("a connection", call)) self->close();
    };
}

void Server::Impl::Connection::read() {
    state_ = State::reading;
    deadline_ = Clock::now() + server_.limits_.request;
    reader_.begin();
    parse({});
}

void Server::Impl::Connection::read_more() {
    socket_.async_read_some(asio::buffer(read_), handler(&Connection::on_read));
}

/// Does not reply if the peer has disconnected.
void Server::Impl::Connection::on_read(error_code error, std::size_t size) {
    if (state_ == State::closed) return;
    if (error) return close();
    parse({read_.data(), size});
}

void Server::Impl::Connection::parse(std::string_view bytes) {
    switch (reader_.parse(bytes)) {
        case RequestReader::Progress::more:
            return read_more();
        case RequestReader::Progress::complete:
            return answer();
        case RequestReader::Progress::refused:
            is_last_ = true;
            is_head_ = reader_.is_head();
            return reply(reader_.refusal());
    }
}

void Server::Impl::Connection::answer() {
    is_last_ = !reader_.keeps_alive();
    is_head_ = reader_.is_head();
    Answer answer = server_.handler_(reader_.take_request());
    server_.work();
    reply(std::move(answer));
}

void Server::Impl::Connection::reply(Answer answer) {
    std::visit([this](auto& kind) { begin(std::move(kind)); }, static_cast<Answer::Kinds&>(answer));
}

void Server::Impl::Connection::begin(Response response) {
    std::string head = head_of(response, is_last_);
    if (!is_head_) body_ = std::move(response.body);
    deadline_ = Clock::now() + server_.limits_.request;
    write(std::move(head), State::writing);
}

void Server::Impl::Connection::begin(LaterAnswer later) {
    state_ = State::pending;
    later_ = std::move(later);
    if (later_->begin) later_->begin(server_.context_, begin_wait());
}

bool Server::Impl::Connection::refuses_stream() {
    if (server_.streams() < server_.limits_.streams) return false;
    begin(
        problem(503, "there are " + std::to_string(server_.limits_.streams) + " streams already"));
    return true;
}

/// A HEAD gets only the head, since a stream has no length.
void Server::Impl::Connection::begin(EventStream stream) {
    if (is_head_) return begin(Response{});
    if (refuses_stream()) return;
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(stream_buffer_bytes), ignored);
    is_last_ = true;
    last_event_ = next_event_ = next_poll_ = Clock::now();
    stream_ = std::move(stream);
    deadline_ = last_event_ + server_.limits_.stalled;
    write(head_of_stream(), State::streaming);
    watch_for_end();
    if (stream_->begin) stream_->begin(begin_wait());
}

void Server::Impl::Connection::begin(const WebSocketOpening& opening) {
    if (refuses_stream()) return;
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(web_socket_buffer_bytes), ignored);
    web_socket_.emplace(opening.conversation, server_.limits_.body_bytes);
    web_socket_->begin(begin_wait());
    web_socket_->receive(reader_.take_rest());
    deadline_ = Clock::now() + server_.limits_.stalled;
    write(head_of(opening), State::web_socket);
    read_frames();
}

/// A wake posts to the context, so that it never runs inside another handler.
Wake Server::Impl::Connection::begin_wait() {
    wait_ = std::make_shared<const Wake::Target>([weak = weak_from_this(), &server = server_] {
        asio::post(server.context_, [weak, &server] {
            const auto self = weak.lock();
            if (self && !server.guarded("a connection", [&] { self->on_wake(); })) self->close();
        });
    });
    return Wake(wait_);
}

void Server::Impl::Connection::on_wake() {
    const auto now = Clock::now();
    if (state_ == State::pending) return poll_later(now);
    next_poll_ = next_event_;
    if (is_writing_ || now < next_event_) return;
    if (state_ == State::streaming) return send_event(now);
    if (state_ == State::web_socket) write_next();
}

void Server::Impl::Connection::poll_later(Clock::time_point now) {
    auto answer = later_->poll();
    if (!answer && now < later_->deadline) return;
    later_.reset();
    wait_.reset();
    reply(answer ? std::move(*answer) : problem(504, "the answer has not come in time"));
}

void Server::Impl::Connection::write(std::string text, State state) {
    state_ = state;
    out_ = std::move(text);
    is_writing_ = true;
    asio::async_write(
        socket_, std::array{asio::buffer(out_), asio::buffer(body_)},
        handler([](Connection& self, error_code error, std::size_t) { self.on_written(error); }));
}

void Server::Impl::Connection::on_written(error_code error) {
    is_writing_ = false;
    body_.clear();
    if (state_ == State::closed) return;
    if (error) return close();
    if (state_ == State::streaming) return;
    if (state_ == State::web_socket) return write_next();
    is_last_ ? shutdown() : read();
}

/// Reads on for a moment: if the socket were closed at once, the reply might be lost.
void Server::Impl::Connection::shutdown() {
    state_ = State::closing;
    deadline_ = Clock::now() + closing_time;
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
    if (!web_socket_) watch_for_end();
}

void Server::Impl::Connection::watch_for_end() {
    socket_.async_read_some(asio::buffer(read_),
                            handler([](Connection& self, error_code error, std::size_t) {
                                if (error) return self.close();
                                self.watch_for_end();
                            }));
}

Clock::time_point Server::Impl::Connection::due() const {
    if (state_ == State::pending) return later_->deadline;
    const bool is_open_ended = state_ == State::streaming || state_ == State::web_socket;
    return is_open_ended && !is_writing_ ? next_poll_ : deadline_;
}

void Server::Impl::Connection::on_timer(Clock::time_point now) {
    if (now < due()) return;
    if (!server_.guarded("a connection", [&] { handle_due(now); })) close();
}

void Server::Impl::Connection::handle_due(Clock::time_point now) {
    if (state_ == State::pending) return poll_later(now);
    if (state_ == State::streaming && !is_writing_) return send_event(now);
    if (state_ == State::web_socket && !is_writing_) return write_next();
    close();
}

/// Called only after the previous event was sent: a slow client misses events.
void Server::Impl::Connection::send_event(Clock::time_point now) {
    deadline_ = now + server_.limits_.stalled;
    const auto data = stream_->next();
    const auto silence = std::min<Clock::duration>(stream_->longest_silence, heartbeat);
    if (!data && now < last_event_ + heartbeat) {
        next_poll_ = last_event_ + (now < last_event_ + silence ? silence : heartbeat);
        return;
    }
    last_event_ = Clock::now();
    if (!data) {
        next_poll_ = last_event_ + silence;
        return write(":\n\n", State::streaming);
    }
    const auto period = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / stream_->events_per_s));
    next_poll_ = next_event_ = std::max(next_event_ + period, now - period);
    write("data: " + *data + "\n\n", State::streaming);
}

void Server::Impl::Connection::read_frames() {
    socket_.async_read_some(asio::buffer(read_),
                            handler([](Connection& self, error_code error, std::size_t size) {
                                if (error) return self.close();
                                if (self.state_ != State::web_socket) return self.read_frames();
                                self.web_socket_->receive({self.read_.data(), size});
                                if (!self.is_writing_) self.write_next();
                                self.read_frames();
                            }));
}

/// Fetches frames only when the previous ones were sent: the conversation may drop outdated ones.
void Server::Impl::Connection::write_next() {
    std::string frames = web_socket_->next();
    const auto now = Clock::now();
    deadline_ = now + server_.limits_.stalled;
    next_event_ = now + frame_period;
    next_poll_ = std::max(next_event_, web_socket_->due());
    if (!frames.empty()) return write(std::move(frames), State::web_socket);
    if (web_socket_->has_ended()) shutdown();
}

void Server::Impl::Connection::close() {
    if (state_ == State::closed) return;
    state_ = State::closed;
    web_socket_.reset();
    later_.reset();
    stream_.reset();
    wait_.reset();
    error_code ignored;
    socket_.close(ignored);
    server_.remove(*this);
}

}  // namespace gateway::data_port
