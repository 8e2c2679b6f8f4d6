// SPDX-License-Identifier: MIT
#include "deadline_waiter.hpp"

#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace gateway {
namespace {

constexpr std::size_t timer = 0;

[[noreturn]] void fail(const char* call) {
    throw std::system_error(errno, std::generic_category(), call);
}

/// A time of 0 would disarm the timer, so a deadline at or before the clock's origin becomes 1 ns.
itimerspec timer_at(SteadyTime deadline) {
    const auto ns = std::max<std::int64_t>(deadline.time_since_epoch().count(), 1);
    return {{}, {ns / 1'000'000'000, ns % 1'000'000'000}};
}

}  // namespace

DeadlineWaiter::DeadlineWaiter() {
    const int timer_fd = ::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    if (timer_fd < 0) fail("timerfd_create");
    polled_ = {{timer_fd, POLLIN, 0}};
}

DeadlineWaiter::~DeadlineWaiter() {
    ::close(polled_[timer].fd);
}

std::size_t DeadlineWaiter::watch(int descriptor) {
    polled_.push_back({descriptor, POLLIN, 0});
    return polled_.size() - 1;
}

/// Setting the timer also resets its expiration, so it is never read.
void DeadlineWaiter::arm(SteadyTime deadline) {
    if (deadline == armed_) return;
    const itimerspec time = deadline == SteadyTime::max() ? itimerspec{} : timer_at(deadline);
    if (::timerfd_settime(polled_[timer].fd, TFD_TIMER_ABSTIME, &time, nullptr) != 0)
        fail("timerfd_settime");
    armed_ = deadline;
}

bool DeadlineWaiter::wait(SteadyTime deadline) {
    if (spin_.count() == 0) return sleep_until(deadline);
    const SteadyTime spun = std::chrono::steady_clock::now() + spin_;
    if (poll_until(std::min(spun, deadline)) || spun >= deadline) return true;
    const bool has_end = deadline != SteadyTime::max();
    if (!sleep_until(has_end ? deadline - spin_ : deadline)) return false;
    if (has_end) poll_until(deadline);
    return true;
}

/// Polls, at least once. @return whether a descriptor is readable
bool DeadlineWaiter::poll_until(SteadyTime end) {
    do {
        for (pollfd& descriptor : polled_) descriptor.revents = 0;
        if (::poll(polled_.data() + 1, polled_.size() - 1, 0) > 0) return true;
    } while (std::chrono::steady_clock::now() < end);
    return false;
}

bool DeadlineWaiter::sleep_until(SteadyTime deadline) {
    arm(deadline);
    const bool has_looked = ::poll(polled_.data(), polled_.size(), -1) >= 0;
    if (!has_looked) {
        if (errno != EINTR) fail("poll");
        for (pollfd& descriptor : polled_) descriptor.revents = 0;
    }
    return has_looked;
}

}  // namespace gateway
