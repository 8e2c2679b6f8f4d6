// SPDX-License-Identifier: MIT
#include "session.hpp"

#include "response_head.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>

#include <algorithm>

namespace gateway::data_port {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::seconds;

constexpr seconds heartbeat{1}, farewell{1};
/// From one look at a WebSocket to the next: messages that come within this time go together.
constexpr std::chrono::milliseconds talk_period{4};
/// Of a stream: what lies there is old when it is read.
constexpr int stream_buffer_bytes = 32768;
/// Of a WebSocket, whose messages come in groups.
constexpr int talk_buffer_bytes = 262144;

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
    is_last_ = !reader_.keeps_alive();
    is_head_ = reader_.is_head();
    Answer answer = server_.handler_(reader_.take_request());
    server_.work();
    give(std::move(answer));
}

void Server::Impl::Session::give(Answer answer) {
    std::visit([this](auto& kind) { begin(std::move(kind)); }, static_cast<Answer::Kinds&>(answer));
}

void Server::Impl::Session::begin(Response response) {
    std::string head = head_of(response, is_last_);
    if (!is_head_) body_ = std::move(response.body);
    deadline_ = Clock::now() + server_.limits_.request;
    write(std::move(head), State::writing);
}

void Server::Impl::Session::begin(LaterAnswer later) {
    state_ = State::pending;
    later_ = std::move(later);
    if (later_->begin) later_->begin(server_.context_, begin_wait());
}

bool Server::Impl::Session::refuses_stream() {
    if (server_.streams() < server_.limits_.streams) return false;
    begin(
        problem(503, "there are " + std::to_string(server_.limits_.streams) + " streams already"));
    return true;
}

/// A HEAD gets the head alone: a stream has no length.
void Server::Impl::Session::begin(EventStream stream) {
    if (is_head_) return begin(Response{});
    if (refuses_stream()) return;
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(stream_buffer_bytes), ignored);
    is_last_ = true;
    last_event_ = next_event_ = next_look_ = Clock::now();
    stream_ = std::move(stream);
    deadline_ = last_event_ + server_.limits_.stalled;
    write(head_of_stream(), State::streaming);
    watch_for_end();
    if (stream_->begin) stream_->begin(begin_wait());
}

void Server::Impl::Session::begin(const WebSocketOpening& opening) {
    if (refuses_stream()) return;
    error_code ignored;
    socket_.set_option(tcp::socket::send_buffer_size(talk_buffer_bytes), ignored);
    talk_.emplace(opening.conversation, server_.limits_.body_bytes);
    talk_->begin(begin_wait());
    talk_->take(reader_.take_rest());
    deadline_ = Clock::now() + server_.limits_.stalled;
    write(head_of(opening), State::talking);
    listen();
}

/// What wakes it posts, so that nothing is looked at while something else is under way.
Wake Server::Impl::Session::begin_wait() {
    wait_ = std::make_shared<const Wake::Target>([weak = weak_from_this(), &server = server_] {
        asio::post(server.context_, [weak, &server] {
            const auto self = weak.lock();
            if (self && !server.guarded("a connection", [&] { self->look_again(); })) self->close();
        });
    });
    return Wake(wait_);
}

void Server::Impl::Session::look_again() {
    const auto now = Clock::now();
    if (state_ == State::pending) return look_at_later(now);
    next_look_ = next_event_;
    if (is_writing_ || now < next_event_) return;
    if (state_ == State::streaming) return send_event(now);
    if (state_ == State::talking) say();
}

void Server::Impl::Session::look_at_later(Clock::time_point now) {
    auto answer = later_->look();
    if (!answer && now < later_->deadline) return;
    later_.reset();
    wait_.reset();
    give(answer ? std::move(*answer) : problem(504, "the answer has not come in time"));
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

Clock::time_point Server::Impl::Session::due() const {
    if (state_ == State::pending) return later_->deadline;
    const bool goes_on = state_ == State::streaming || state_ == State::talking;
    return goes_on && !is_writing_ ? next_look_ : deadline_;
}

void Server::Impl::Session::look(Clock::time_point now) {
    if (now < due()) return;
    if (!server_.guarded("a connection", [&] { look_now(now); })) close();
}

void Server::Impl::Session::look_now(Clock::time_point now) {
    if (state_ == State::pending) return look_at_later(now);
    if (state_ == State::streaming && !is_writing_) return send_event(now);
    if (state_ == State::talking && !is_writing_) return say();
    close();
}

/// A client that has not taken the last event gets none now: it loses this one.
void Server::Impl::Session::send_event(Clock::time_point now) {
    deadline_ = now + server_.limits_.stalled;
    const auto data = stream_->next();
    const auto silence = std::min<Clock::duration>(stream_->longest_silence, heartbeat);
    if (!data && now < last_event_ + heartbeat) {
        next_look_ = last_event_ + (now < last_event_ + silence ? silence : heartbeat);
        return;
    }
    last_event_ = Clock::now();
    if (!data) {
        next_look_ = last_event_ + silence;
        return write(":\n\n", State::streaming);
    }
    const auto period = std::chrono::duration_cast<Clock::duration>(
        std::chrono::duration<double>(1 / stream_->events_per_s));
    next_look_ = next_event_ = std::max(next_event_ + period, now - period);
    write("data: " + *data + "\n\n", State::streaming);
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
    const auto now = Clock::now();
    deadline_ = now + server_.limits_.stalled;
    next_event_ = now + talk_period;
    next_look_ = std::max(next_event_, talk_->due());
    if (!frames.empty()) return write(std::move(frames), State::talking);
    if (talk_->has_ended()) leave();
}

void Server::Impl::Session::close() {
    if (state_ == State::closed) return;
    state_ = State::closed;
    talk_.reset();
    later_.reset();
    stream_.reset();
    wait_.reset();
    error_code ignored;
    socket_.close(ignored);
    server_.forget(*this);
}

}  // namespace gateway::data_port
