// SPDX-License-Identifier: MIT
// Only for the sources of the server: Boost.Asio's headers are slow to compile.
#pragma once

#include "report_limiter.hpp"
#include "server.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <exception>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

namespace gateway::data_port {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

/// Counts the pending waits of one kind by the lifetime of their handlers: an exception may destroy
/// a handler before it is called.
class Pending {
  public:
    explicit Pending(int& count) noexcept : count_(&count) { ++count; }
    Pending(Pending&& other) noexcept : count_(std::exchange(other.count_, nullptr)) {}
    ~Pending() {
        if (count_ != nullptr) --*count_;
    }
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;
    Pending& operator=(Pending&&) = delete;

  private:
    int* count_;
};

class Server::Impl {
  public:
    Impl(const Endpoint& local, const ServerLimits& limits);
    ~Impl();
    void start(Handler handler, Work work);
    void watch(int descriptor, std::function<void()> on_readable);
    void report_to(Report report) { report_ = std::move(report); }
    Endpoint local() const;

  private:
    class Connection;
    using Connections = std::list<std::shared_ptr<Connection>>;
    using Time = std::chrono::steady_clock::time_point;

    /// A descriptor of the caller.
    struct Watched {
        asio::posix::stream_descriptor descriptor;
        std::function<void()> on_readable;
        int& waits;  ///< number of pending ones
    };

    void serve();
    /// Calls `act` and reports its exception. @return whether it threw none
    template <class Act>
    bool guarded(const char* what, Act&& act) noexcept;
    void accept();
    void add(tcp::socket socket);
    void remove(const Connection& connection);
    void arm();
    void tick();
    void work();
    void await(Watched& watched);
    bool lacks_a_wait() const;
    std::optional<Time> next_due() const;
    std::size_t streams() const;

    ServerLimits limits_;
    int accepts_ = 0;             ///< number of pending ones; must outlive all handlers
    std::list<int> watch_waits_;  ///< likewise, for each watched descriptor
    asio::io_context context_{1};
    /// Keeps the thread running without handlers until it is stopped.
    asio::executor_work_guard<asio::io_context::executor_type> work_guard_{context_.get_executor()};
    tcp::acceptor acceptor_{context_};
    asio::steady_timer timer_{context_};
    asio::steady_timer work_timer_{context_};
    Connections connections_;  ///< the oldest first
    Handler handler_;
    Work work_;
    Report report_;
    ReportLimiter report_limiter_;
    std::list<Watched> watched_;
    std::optional<Time> armed_for_;  ///< time of the next tick()
    bool must_work_ = false;         ///< work() has not set its next time
    std::thread thread_;
};

template <class Act>
bool Server::Impl::guarded(const char* what, Act&& act) noexcept {
    try {
        act();
        return true;
    } catch (const std::exception& error) {
        try {
            const std::string text =
                std::string("the data port: ") + what + " has failed: " + error.what();
            if (report_ && report_limiter_.is_due(text, std::chrono::steady_clock::now()))
                report_(text);
        } catch (const std::exception&) {  // for instance without memory
        }
        return false;
    }
}

}  // namespace gateway::data_port
