// SPDX-License-Identifier: MIT
#include "server.hpp"

#include "connection.hpp"
#include "server_impl.hpp"

#include <fcntl.h>

#include <algorithm>
#include <stdexcept>

namespace gateway::data_port {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

/// Delay after an exception.
constexpr milliseconds retry{50};

/// Asio lets child processes inherit sockets.
template <class Socket>
void keep_from_children(Socket& socket) {
    ::fcntl(socket.native_handle(), F_SETFD, FD_CLOEXEC);
}

}  // namespace

Server::Impl::Impl(const Endpoint& local, const ServerLimits& limits) : limits_(limits) {
    const tcp::endpoint endpoint(asio::ip::address_v4(local.address), local.port);
    try {
        acceptor_.open(endpoint.protocol());
        keep_from_children(acceptor_);
        acceptor_.set_option(tcp::acceptor::reuse_address(true));
        acceptor_.bind(endpoint);
        acceptor_.listen();
    } catch (const boost::system::system_error& error) {
        const bool is_taken = error.code() == asio::error::address_in_use ||
                              error.code() == asio::error::access_denied;
        throw std::runtime_error("the data port cannot listen at " + to_string(local) + ": " +
                                 error.code().message() +
                                 (is_taken ? "; choose another port, or 0 for any free port" : ""));
    }
}

Server::Impl::~Impl() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    for (Watched& watched : watched_) watched.descriptor.release();
    for (const auto& connection : Connections(connections_)) connection->close();
}

void Server::Impl::start(Handler handler, Work work) {
    handler_ = std::move(handler);
    work_ = std::move(work);
    accept();
    this->work();
    thread_ = std::thread([this] { serve(); });
}

/// An exception may leave the timer unarmed, so it is checked after each handler.
void Server::Impl::serve() {
    while (!context_.stopped()) {
        guarded("the server", [this] { context_.run_one(); });
        while (!context_.stopped() && !guarded("its timer", [this] { arm(); }))
            std::this_thread::sleep_for(retry);  // for instance without memory
    }
}

Endpoint Server::Impl::local() const {
    const tcp::endpoint endpoint = acceptor_.local_endpoint();
    return {endpoint.address().to_v4().to_uint(), endpoint.port()};
}

void Server::Impl::accept() {
    acceptor_.async_accept(
        [this, pending = Pending(accepts_)](error_code error, tcp::socket socket) {
            const auto add_connection = [&] { add(std::move(socket)); };
            if (error || !guarded("a connection", add_connection)) return;  // tick() accepts again
            accept();
        });
}

void Server::Impl::add(tcp::socket socket) {
    if (connections_.size() >= limits_.connections) {
        const auto oldest = std::find_if(connections_.begin(), connections_.end(),
                                         [](const auto& s) { return s->waits_for_request(); });
        if (oldest == connections_.end()) return;  // closes the new connection
        const std::shared_ptr<Connection> kept = *oldest;
        kept->close();
    }
    keep_from_children(socket);
    error_code ignored;
    socket.set_option(tcp::no_delay(true), ignored);
    connections_.push_back(std::make_shared<Connection>(*this, std::move(socket)));
    connections_.back()->read();
    arm();
}

void Server::Impl::remove(const Connection& connection) {
    connections_.remove_if([&](const auto& s) { return s.get() == &connection; });
}

std::size_t Server::Impl::streams() const {
    return static_cast<std::size_t>(std::count_if(connections_.begin(), connections_.end(),
                                                  [](const auto& s) { return s->is_stream(); }));
}

std::optional<Clock::time_point> Server::Impl::next_due() const {
    std::optional<Clock::time_point> next;
    if (lacks_a_wait()) next = Clock::now() + retry;
    for (const auto& connection : connections_)
        next = std::min(next.value_or(connection->due()), connection->due());
    return next;
}

/// Without a connection the timer is not armed.
void Server::Impl::arm() {
    const auto next = next_due();
    if (!next || (armed_for_ && *armed_for_ <= *next)) return;
    armed_for_.reset();
    timer_.expires_at(*next);
    timer_.async_wait([this](error_code error) {
        if (error) return;  // the timer was set again
        armed_for_.reset();
        tick();
    });
    armed_for_ = next;
}

/// Whether an exception has ended a wait or prevented it.
bool Server::Impl::lacks_a_wait() const {
    return accepts_ == 0 || must_work_ ||
           std::any_of(watched_.begin(), watched_.end(),
                       [](const Watched& watched) { return watched.waits == 0; });
}

void Server::Impl::tick() {
    const auto now = Clock::now();
    for (const auto& connection : Connections(connections_)) connection->on_timer(now);
    if (accepts_ == 0) accept();
    for (Watched& watched : watched_)
        if (watched.waits == 0) await(watched);
    if (must_work_) work();
    arm();
}

void Server::Impl::work() {
    must_work_ = true;
    std::optional<Clock::time_point> next;
    if (work_ && !guarded("periodic work", [&] { next = work_(); })) next = Clock::now() + retry;
    if (next) {
        work_timer_.expires_at(*next);
        work_timer_.async_wait([this](error_code error) {
            if (!error) work();  // else the timer was set again
        });
    }
    must_work_ = false;
}

void Server::Impl::watch(int descriptor, std::function<void()> on_readable) {
    int& waits = watch_waits_.emplace_back(0);
    await(watched_.emplace_back(Watched{asio::posix::stream_descriptor(context_, descriptor),
                                        std::move(on_readable), waits}));
}

void Server::Impl::await(Watched& watched) {
    watched.descriptor.async_wait(
        asio::posix::stream_descriptor::wait_read,
        [this, &watched, pending = Pending(watched.waits)](error_code error) {
            if (error || !guarded("a datagram", watched.on_readable)) return;  // tick() waits again
            await(watched);
        });
}

Server::Server(const Endpoint& local, const ServerLimits& limits) try
    : impl_(std::make_unique<Impl>(local, limits)) {
} catch (const boost::system::system_error& error) {  // for instance no descriptor for Asio
    throw std::runtime_error("the data port cannot be opened: " + error.code().message());
}
Server::~Server() = default;

void Server::start(Handler handler, Work work) {
    impl_->start(std::move(handler), std::move(work));
}

void Server::report_to(Report report) {
    impl_->report_to(std::move(report));
}

void Server::watch(int descriptor, std::function<void()> on_readable) {
    impl_->watch(descriptor, std::move(on_readable));
}

Endpoint Server::local() const {
    return impl_->local();
}

}  // namespace gateway::data_port
