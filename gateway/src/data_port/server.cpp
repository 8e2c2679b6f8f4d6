// SPDX-License-Identifier: MIT
// The only source of the data port that knows Boost.Asio and Boost.Beast, whose headers take long
// to compile.
#include "server.hpp"

#include "web_socket.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <list>
#include <stdexcept>
#include <thread>

namespace gateway::data_port {
namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
using asio::ip::tcp;
using boost::system::error_code;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr milliseconds busy_tick{4}, idle_tick{250};
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

class Server::Impl {
  public:
    Impl(const vds1::Endpoint& local, const ServerLimits& limits);
    ~Impl();
    void start(Handler handler, std::function<void()> while_used, Work work);
    void watch(int descriptor, std::function<void()> take);
    vds1::Endpoint local() const;

  private:
    class Session;
    using Sessions = std::list<std::shared_ptr<Session>>;

    void accept();
    void admit(tcp::socket socket);
    void forget(const Session& session);
    void arm();
    void tick();
    void work();
    void await_watched();
    bool is_used(Clock::time_point now) const;
    std::size_t streams() const;

    ServerLimits limits_;
    asio::io_context context_{1};
    tcp::acceptor acceptor_{context_};
    asio::steady_timer timer_{context_};
    asio::steady_timer work_timer_{context_};
    Sessions sessions_;  ///< the oldest first
    Handler handler_;
    std::function<void()> while_used_;
    Work work_;
    std::optional<asio::posix::stream_descriptor> watched_;
    std::function<void()> take_;
    Clock::time_point used_until_{};
    enum class Armed { no, idle, busy } armed_ = Armed::no;
    bool must_accept_ = false;  ///< there was no room for a connection
    std::thread thread_;
};

/// One connection.
class Server::Impl::Session : public std::enable_shared_from_this<Session> {
  public:
    Session(Impl& server, tcp::socket socket) : server_(server), socket_(std::move(socket)) {}

    void read();
    void tick(Clock::time_point now);
    void close();
    bool is_stream() const { return stream_.next_event || talk_; }
    bool waits_for_request() const { return state_ == State::reading; }
    bool is_busy() const { return is_stream() || state_ == State::pending; }

  private:
    enum class State { reading, pending, writing, streaming, talking, leaving, closed };

    void on_read(error_code error);
    void refuse(error_code error);
    Request take_request();
    void give(Answer answer);
    void wait_for(std::function<std::optional<Answer>()> later);
    void write(std::string text, State state);
    void on_written(error_code error);
    void begin_stream(Answer answer);
    void send_event(Clock::time_point now);
    void begin_talk(const Answer& answer);
    void listen();
    void say();
    std::optional<Answer> refuse_stream() const;
    void watch_for_end();
    void leave();

    Impl& server_;
    tcp::socket socket_;
    boost::beast::flat_buffer buffer_;
    std::optional<http::request_parser<http::string_body>> parser_;
    State state_ = State::reading;
    Clock::time_point deadline_{};
    std::string out_, body_;  ///< being written, the one behind the other
    bool is_writing_ = false;
    bool is_last_ = false;
    bool is_head_ = false;
    Answer stream_;  ///< its next_event, if it is one
    std::optional<WebSocketTalk> talk_;
    std::function<std::optional<Answer>()> later_;
    Clock::time_point next_event_{}, last_event_{};
    std::array<char, 4096> read_{};
};

void Server::Impl::Session::read() {
    state_ = State::reading;
    deadline_ = Clock::now() + server_.limits_.request;
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(server_.limits_.header_bytes));
    parser_->body_limit(server_.limits_.body_bytes);
    http::async_read(
        socket_, buffer_, *parser_,
        [self = shared_from_this()](error_code error, std::size_t) { self->on_read(error); });
}

void Server::Impl::Session::on_read(error_code error) {
    if (state_ == State::closed) return;
    if (error) return refuse(error);
    server_.used_until_ = Clock::now() + use_lasts;
    server_.arm();
    is_last_ = !parser_->keep_alive();
    is_head_ = parser_->get().method() == http::verb::head;
    if (parser_->get().count(http::field::host) > 1) {
        is_last_ = true;
        return give(problem(400, "there may be one header Host only"));
    }
    Answer answer = server_.handler_(take_request());
    server_.work();
    give(std::move(answer));
}

/// A peer that has gone gets no answer.
void Server::Impl::Session::refuse(error_code error) {
    const bool has_gone =
        error.category() != http::make_error_code(http::error::end_of_stream).category() ||
        error == http::error::end_of_stream || error == http::error::partial_message;
    if (has_gone) return close();
    is_last_ = true;
    if (error == http::error::header_limit) return give(problem(431, "the headers are too long"));
    if (error == http::error::body_limit)
        return give(problem(
            413, "the body may have " + std::to_string(server_.limits_.body_bytes) + " bytes"));
    give(problem(400, "this is no HTTP request: " + error.message()));
}

Request Server::Impl::Session::take_request() {
    auto& message = parser_->get();
    const auto field = [&](auto name) {
        const auto text = message[name];
        return std::string(text.data(), text.size());
    };
    const auto method = message.method_string(), target = message.target();
    Request request;
    request.method.assign(method.data(), method.size());
    request.target.assign(target.data(), target.size());
    request.body = std::move(message.body());
    request.host = field(http::field::host);
    request.origin = field(http::field::origin);
    request.fetch_site = field("Sec-Fetch-Site");
    request.authorization = field(http::field::authorization);
    request.cookie = field(http::field::cookie);
    request.upgrade = field(http::field::upgrade);
    request.connection = field(http::field::connection);
    request.socket_key = field(http::field::sec_websocket_key);
    request.socket_version = field(http::field::sec_websocket_version);
    request.socket_protocols = field(http::field::sec_websocket_protocol);
    return request;
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
        [self = shared_from_this()](error_code error, std::size_t) { self->on_written(error); });
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
                            [self = shared_from_this()](error_code error, std::size_t) {
                                if (error) return self->close();
                                self->watch_for_end();
                            });
}

void Server::Impl::Session::tick(Clock::time_point now) {
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
    const auto early = buffer_.data();
    talk_->take({static_cast<const char*>(early.data()), early.size()});
    buffer_.consume(early.size());
    deadline_ = Clock::now() + server_.limits_.stalled;
    write(status_line_of(answer) + lines_of(answer) + "\r\n", State::talking);
    listen();
}

void Server::Impl::Session::listen() {
    socket_.async_read_some(asio::buffer(read_),
                            [self = shared_from_this()](error_code error, std::size_t size) {
                                if (error) return self->close();
                                if (self->state_ != State::talking) return self->listen();
                                self->talk_->take({self->read_.data(), size});
                                if (!self->is_writing_) self->say();
                                self->listen();
                            });
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

Server::Impl::Impl(const vds1::Endpoint& local, const ServerLimits& limits) : limits_(limits) {
    const tcp::endpoint endpoint(asio::ip::address_v4(local.address), local.port);
    try {
        acceptor_.open(endpoint.protocol());
        acceptor_.set_option(tcp::acceptor::reuse_address(true));
        acceptor_.bind(endpoint);
        acceptor_.listen();
    } catch (const boost::system::system_error& error) {
        throw std::runtime_error("the data port cannot listen at " + to_string(local) + ": " +
                                 error.code().message() +
                                 "; choose another port, or 0 for one that is free");
    }
}

Server::Impl::~Impl() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    if (watched_) watched_->release();
    for (const auto& session : Sessions(sessions_)) session->close();
}

void Server::Impl::start(Handler handler, std::function<void()> while_used, Work work) {
    handler_ = std::move(handler);
    while_used_ = std::move(while_used);
    work_ = std::move(work);
    accept();
    this->work();
    thread_ = std::thread([this] { context_.run(); });
}

vds1::Endpoint Server::Impl::local() const {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    return {endpoint.address().to_v4().to_uint(), endpoint.port()};
}

void Server::Impl::accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
        if (error == asio::error::operation_aborted) return;
        if (!error) admit(std::move(socket));
        must_accept_ = static_cast<bool>(error);  // such as no descriptor left: a tick later
        if (must_accept_) return arm();
        accept();
    });
}

void Server::Impl::admit(tcp::socket socket) {
    if (sessions_.size() >= limits_.connections) {
        const auto oldest = std::find_if(sessions_.begin(), sessions_.end(),
                                         [](const auto& s) { return s->waits_for_request(); });
        if (oldest == sessions_.end()) return;  // closes the new one
        const std::shared_ptr<Session> kept = *oldest;
        kept->close();
    }
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    sessions_.push_back(std::make_shared<Session>(*this, std::move(socket)));
    sessions_.back()->read();
    arm();
}

void Server::Impl::forget(const Session& session) {
    sessions_.remove_if([&](const auto& s) { return s.get() == &session; });
}

std::size_t Server::Impl::streams() const {
    return static_cast<std::size_t>(std::count_if(sessions_.begin(), sessions_.end(),
                                                  [](const auto& s) { return s->is_stream(); }));
}

bool Server::Impl::is_used(Clock::time_point now) const {
    return now < used_until_ || std::any_of(sessions_.begin(), sessions_.end(),
                                            [](const auto& s) { return s->is_busy(); });
}

/// Without a connection the thread sleeps.
void Server::Impl::arm() {
    if (armed_ == Armed::busy) return;
    const bool is_busy = is_used(Clock::now());
    if (!is_busy && (armed_ == Armed::idle || (sessions_.empty() && !must_accept_))) return;
    armed_ = is_busy ? Armed::busy : Armed::idle;
    timer_.expires_after(is_busy ? busy_tick : idle_tick);
    timer_.async_wait([this](error_code error) {
        if (error) return;  // armed anew
        armed_ = Armed::no;
        tick();
    });
}

void Server::Impl::tick() {
    const auto now = Clock::now();
    if (is_used(now)) while_used_();
    for (const auto& session : Sessions(sessions_)) session->tick(now);
    if (std::exchange(must_accept_, false)) accept();
    arm();
}

void Server::Impl::work() {
    const auto next = work_ ? work_() : std::nullopt;
    if (!next) return;
    work_timer_.expires_at(*next);
    work_timer_.async_wait([this](error_code error) {
        if (!error) work();  // else it was set anew
    });
}

void Server::Impl::watch(int descriptor, std::function<void()> take) {
    watched_.emplace(context_, descriptor);
    take_ = std::move(take);
    await_watched();
}

void Server::Impl::await_watched() {
    watched_->async_wait(asio::posix::stream_descriptor::wait_read, [this](error_code error) {
        if (error) return;
        take_();
        await_watched();
    });
}

Server::Server(const vds1::Endpoint& local, const ServerLimits& limits)
    : impl_(std::make_unique<Impl>(local, limits)) {}
Server::~Server() = default;

void Server::start(Handler handler, std::function<void()> while_used, Work work) {
    impl_->start(std::move(handler), std::move(while_used), std::move(work));
}

void Server::watch(int descriptor, std::function<void()> take) {
    impl_->watch(descriptor, std::move(take));
}

vds1::Endpoint Server::local() const {
    return impl_->local();
}

}  // namespace gateway::data_port
