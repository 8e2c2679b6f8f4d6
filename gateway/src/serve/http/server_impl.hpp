// SPDX-License-Identifier: MIT
// For the sources of the server alone: Boost.Asio's headers take long to compile.
#pragma once

#include "server.hpp"
#include "told_failures.hpp"

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

/// Counts waits of one kind, as long as their handlers exist: an exception may end one before its
/// handler is called.
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
    void watch(int descriptor, std::function<void()> take);
    void report_to(Report report) { report_ = std::move(report); }
    Endpoint local() const;

  private:
    class Session;
    using Sessions = std::list<std::shared_ptr<Session>>;
    using Time = std::chrono::steady_clock::time_point;

    /// A descriptor that others own.
    struct Watched {
        asio::posix::stream_descriptor descriptor;
        std::function<void()> take;
        int& looks;  ///< that are pending
    };

    void serve();
    /// Calls it. An exception is reported. @return whether there was none
    template <class Act>
    bool guarded(const char* what, Act&& act) noexcept;
    void accept();
    void admit(tcp::socket socket);
    void forget(const Session& session);
    void arm();
    void tick();
    void work();
    void await(Watched& watched);
    bool lacks_a_wait() const;
    std::optional<Time> next_look() const;
    std::size_t streams() const;

    ServerLimits limits_;
    int accepts_ = 0;                  ///< that are pending; outlives all handlers
    std::list<int> looks_at_watched_;  ///< likewise
    asio::io_context context_{1};
    /// The thread ends when it is told to, and not for want of a handler.
    asio::executor_work_guard<asio::io_context::executor_type> work_guard_{context_.get_executor()};
    tcp::acceptor acceptor_{context_};
    asio::steady_timer timer_{context_};
    asio::steady_timer work_timer_{context_};
    Sessions sessions_;  ///< the oldest first
    Handler handler_;
    Work work_;
    Report report_;
    ToldFailures told_;
    std::list<Watched> watched_;
    std::optional<Time> armed_for_;  ///< when all connections are looked at
    bool must_work_ = false;         ///< when the work wants to be called again is not set
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
            if (report_ && told_.is_due(text, std::chrono::steady_clock::now())) report_(text);
        } catch (const std::exception&) {  // such as no memory for that
        }
        return false;
    }
}

}  // namespace gateway::data_port
