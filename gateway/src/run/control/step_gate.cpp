// SPDX-License-Identifier: MIT
#include "step_gate.hpp"

#include "service/watched_loop.hpp"

#include <chrono>

namespace gateway {
namespace {

/// Longest time between checks of flags that a signal handler may change.
constexpr std::chrono::milliseconds slice{20};

}  // namespace

bool StepGate::await_cycle(SimTime now, const std::function<void()>& stand_by) {
    while (!control_.stop) {
        if (!control_.pause) {
            last_.store(now, std::memory_order_relaxed);
            return true;
        }
        if (take_step(now)) return true;
        WatchedLoop::goes_on();
        stand_by();
        std::unique_lock lock(mutex_);
        asked_.wait_for(lock, slice, [this] { return left_ > 0; });
    }
    return false;
}

bool StepGate::take_step(SimTime now) {
    const std::lock_guard lock(mutex_);
    return control_.pause && grant(now);
}

/// Cycles of one instant belong to one step: if the first may begin, all may.
bool StepGate::grant(SimTime now) {
    forget_earlier_pauses();
    if (now == last_.load(std::memory_order_relaxed)) return true;
    is_resting_ = left_ == 0;
    next_ = now;
    if (is_resting_) return false;
    --left_;
    last_.store(now, std::memory_order_relaxed);
    return true;
}

void StepGate::forget_earlier_pauses() {
    if (pause_ == control_.pauses) return;
    pause_ = control_.pauses;
    left_ = 0;
    is_resting_ = false;
}

void StepGate::leave() {
    const std::lock_guard lock(mutex_);
    --loops_;
}

void StepGate::ask(std::uint64_t steps) {
    {
        const std::lock_guard lock(mutex_);
        forget_earlier_pauses();
        if (loops_ == 0) return;
        left_ += steps;
        is_resting_ = false;
    }
    asked_.notify_all();
}

void StepGate::drop() {
    const std::lock_guard lock(mutex_);
    left_ = 0;
}

StepGate::Status StepGate::status() const {
    const std::lock_guard lock(mutex_);
    const bool is_resting = is_resting_ && control_.pause && pause_ == control_.pauses;
    return {name_, loops_ == 0, is_resting, left_, last_.load(std::memory_order_relaxed), next_};
}

}  // namespace gateway
