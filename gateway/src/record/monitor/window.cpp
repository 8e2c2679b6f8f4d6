// SPDX-License-Identifier: MIT
#include "window.hpp"

#include "requirement/formula.hpp"

#include <limits>

namespace gateway::requirement {
void SlidingReach::enter(std::int64_t start_ns, const Reach& reach) {
    rest_ = stretches_.size() > summed_ ? joined(rest_, reach) : reach;
    if (!stretches_.empty()) stretches_.back().end_ns = start_ns;
    stretches_.push_back({std::numeric_limits<std::int64_t>::max(), reach});
}

void SlidingReach::leave() noexcept {
    if (summed_ == 0) {
        summed_ = stretches_.size();
        for (std::size_t i = summed_ - 1; i-- > 0;)
            stretches_[i].reach = joined(stretches_[i].reach, stretches_[i + 1].reach);
    }
    stretches_.pop_front();
    --summed_;
}

Reach SlidingReach::total() const noexcept {
    if (summed_ == 0) return rest_;
    const Reach& first = stretches_.front().reach;
    return stretches_.size() > summed_ ? joined(first, rest_) : first;
}

/// The window of an instant t is [t + from, t + to]: an interval enters it `to` before the interval
/// starts, and leaves it `from` before the interval ends. Intervals that start before the run are
/// in the first window.
void Window::enter(std::int64_t start_ns, const Reach& reach) {
    if (to_ns_ == unbounded) return inside_.enter(start_ns, reach);
    const std::int64_t now_ns = start_ns - to_ns_;
    // Intervals leave after others have entered at the same instant, so a window is never empty.
    if (!inside_.empty()) {
        leave_before(now_ns);
        before_change(now_ns);
    }
    inside_.enter(start_ns, reach);
    while (inside_.first_end_ns() != never && inside_.first_end_ns() - from_ns_ <= now_ns)
        inside_.leave();
    after_change(now_ns);
}

void Window::close(std::int64_t known_ns, bool at_end) {
    if (inside_.empty() || (to_ns_ == unbounded && !at_end)) return;
    const std::int64_t limit_ns = to_ns_ == unbounded ? known_ns : known_ns - to_ns_;
    leave_before(limit_ns);
    before_change(limit_ns);
    set_known(limit_ns);
}

void Window::leave_before(std::int64_t time_ns) {
    while (inside_.first_end_ns() != never && inside_.first_end_ns() - from_ns_ < time_ns) {
        const std::int64_t now_ns = inside_.first_end_ns() - from_ns_;
        before_change(now_ns);
        inside_.leave();
        after_change(now_ns);
    }
}

void Window::before_change(std::int64_t time_ns) {
    if (has_begun_ || time_ns <= begin_ns_) return;
    emit(begin_ns_, inside_.total().reached);
    has_begun_ = true;
}

void Window::after_change(std::int64_t time_ns) {
    if (has_begun_) emit(time_ns, inside_.total().reached);
}

void EventuallyWindow::advance(bool at_end) {
    while (operand_.next_ns() != never) {
        const std::int64_t start_ns = operand_.next_ns();
        enter(start_ns, Reach::of(operand_.take()));
    }
    close(operand_.known_ns(), at_end);
}

void UntilWindow::advance(bool at_end) {
    for (auto start_ns = operands_.step(); start_ns != never; start_ns = operands_.step())
        enter(start_ns, Reach::of(operands_.left(), operands_.right()));
    close(operands_.known_ns(), at_end);
}

}  // namespace gateway::requirement
