// SPDX-License-Identifier: MIT
#include "service.hpp"

#include "watched_loop.hpp"

#include "text/text.hpp"

#include <plant/number_text.hpp>

#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <system_error>
#include <utility>

namespace gateway {
namespace {

constexpr timeval patience{1, 0};

/// @return a connected socket, or -1
int connected_to(const std::string& address) {
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    const bool is_address = !address.empty() && (address[0] == '/' || address[0] == '@');
    if (!is_address || address.size() >= sizeof to.sun_path) return -1;
    std::memcpy(to.sun_path, address.data(), address.size());
    if (address[0] == '@') to.sun_path[0] = '\0';
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + address.size());
    const int socket = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (socket < 0)
        throw std::system_error(errno, std::generic_category(),
                                "no socket for the service manager");
    if (::connect(socket, reinterpret_cast<const sockaddr*>(&to), size) == 0 &&
        ::setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0)
        return socket;
    ::close(socket);
    return -1;
}

bool send_whole(int socket, const std::string& text, int flags) noexcept {
    return socket >= 0 && ::send(socket, text.data(), text.size(), MSG_NOSIGNAL | flags) ==
                              static_cast<ssize_t>(text.size());
}

/// Checks per time-out of the watchdog.
constexpr int looks = 4;
/// Limit for writing the results after the last loop has ended; each part has a shorter limit.
constexpr std::chrono::minutes most_behind_loops{2};

/// Reads a variable and removes it from the environment. @return its value; empty if it is not set
std::string take_variable(const char* name) {
    const char* const value = ::getenv(name);
    const std::string text = value == nullptr ? "" : value;
    ::unsetenv(name);
    return text;
}

/// The time-out of the service manager's watchdog for this process, or nothing.
std::optional<std::chrono::microseconds> take_watchdog() {
    const std::string time = take_variable("WATCHDOG_USEC"), pid = take_variable("WATCHDOG_PID");
    std::uint64_t time_us = 0;
    constexpr plant::Range any_time{1, 1e15};
    if (!pid.empty() && pid != std::to_string(::getpid())) return std::nullopt;
    if (time.empty() || !plant::read_number(time, any_time, time_us).empty()) return std::nullopt;
    return std::chrono::microseconds(time_us);
}

}  // namespace

NotifySocket::NotifySocket(const std::string& address) : socket_(connected_to(address)) {}

NotifySocket::~NotifySocket() {
    if (socket_ >= 0) ::close(socket_);
}

bool NotifySocket::send(const std::string& assignments) const noexcept {
    return send_whole(socket_, assignments, 0);
}

bool NotifySocket::try_send(const std::string& assignments) const noexcept {
    return send_whole(socket_, assignments, MSG_DONTWAIT);
}

Service::Service(Log log) : log_(std::move(log)), socket_(take_variable("NOTIFY_SOCKET")) {
    const auto watchdog = take_watchdog();
    if (!watchdog || !socket_.is_open()) return;
    feeder_.emplace([this, interval = *watchdog / looks] { feed_until_closed(interval); });
    ::pthread_setname_np(feeder_->native_handle(), "watchdog");
}

Service::~Service() {
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
    }
    closed_.notify_one();
    if (feeder_) feeder_->join();
}

void Service::ready() {
    socket_.send("READY=1");
}

void Service::status(const std::string& text) {
    if (socket_.is_open()) socket_.try_send("STATUS=" + text.substr(0, text.find('\n')));
}

void Service::ending(const RunControl& control) {
    socket_.send(control.starts_anew() ? "RELOADING=1" : "STOPPING=1");
}

void Service::feed_until_closed(std::chrono::microseconds interval) {
    std::unique_lock lock(mutex_);
    while (!is_closed_) {
        lock.unlock();
        feed();
        lock.lock();
        closed_.wait_for(lock, interval, [this] { return is_closed_; });
    }
}

void Service::feed() {
    const std::string reason = reason_to_starve(std::chrono::steady_clock::now());
    if (reason.empty()) {
        socket_.try_send("WATCHDOG=1");
    } else if (!is_starving_) {
        const std::string text = "the watchdog is not fed: " + reason;
        status(text);
        log_(text);
    }
    is_starving_ = !reason.empty();
}

std::string Service::reason_to_starve(SteadyTime now) {
    const auto silent = WatchedLoop::silent(now);
    if (!silent.empty()) return "the loop of " + joined(silent) + " makes no progress";
    const auto ended = WatchedLoop::all_ended();
    if (ended && now - *ended > most_behind_loops)
        return "all loops have ended, but their results are not written after two minutes";
    return {};
}

}  // namespace gateway
