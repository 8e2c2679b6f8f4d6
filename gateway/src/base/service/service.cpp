// SPDX-License-Identifier: MIT
#include "service.hpp"

#include "watched_loop.hpp"

#include "text/text.hpp"

#include <plant/number_text.hpp>

#include <pthread.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <utility>

namespace gateway {
namespace {

/// A look in each of these parts of the watchdog's time.
constexpr int looks = 4;
/// After its loops a process writes its results; each part of that has a shorter limit of its own.
constexpr std::chrono::minutes most_behind_loops{2};

/// Of the environment, where it is then no more; empty if it is not there.
std::string take_variable(const char* name) {
    const char* const value = ::getenv(name);
    const std::string text = value == nullptr ? "" : value;
    ::unsetenv(name);
    return text;
}

/// The time after which the manager takes this process for hung, or nothing.
std::optional<std::chrono::microseconds> take_watchdog() {
    const std::string time = take_variable("WATCHDOG_USEC"), pid = take_variable("WATCHDOG_PID");
    std::uint64_t time_us = 0;
    constexpr plant::Range any_time{1, 1e15};
    if (!pid.empty() && pid != std::to_string(::getpid())) return std::nullopt;
    if (time.empty() || !plant::read_number(time, any_time, time_us).empty()) return std::nullopt;
    return std::chrono::microseconds(time_us);
}

}  // namespace

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
    if (!silent.empty())
        return "the loop of " + joined(silent) + " neither goes on nor waits with a deadline";
    const auto ended = WatchedLoop::all_ended();
    if (ended && now - *ended > most_behind_loops)
        return "all loops have ended, but their results are not written two minutes later";
    return {};
}

}  // namespace gateway
