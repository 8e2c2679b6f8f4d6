// SPDX-License-Identifier: MIT
#include "actuator/delay_line.hpp"

#include <algorithm>

namespace plant {

DelayLine::DelayLine(SimDuration delay, std::size_t capacity)
    : delay_(delay), ring_(std::max<std::size_t>(capacity, 2)) {}

void DelayLine::reset(double value) {
    count_ = 0;
    first_ = 0;
    before_ = value;
}

void DelayLine::drop_first() {
    before_ = at(0).value;
    first_ = (first_ + 1) % ring_.size();
    --count_;
}

void DelayLine::push(SimDuration now, double value) {
    const double last = count_ > 0 ? at(count_ - 1).value : before_;
    if (value == last) return;
    if (count_ == ring_.size()) drop_first();
    ++count_;
    at(count_ - 1) = {(now + delay_).count(), value};
}

double DelayLine::value(SimDuration now) {
    while (count_ > 0 && at(0).time_ns <= now.count()) drop_first();
    return before_;
}

double DelayLine::mean(SimDuration now, SimDuration span) {
    double held = value(now);
    const std::int64_t end = (now + span).count();
    std::int64_t from = now.count();
    double sum = 0.0;
    for (std::size_t i = 0; i < count_ && at(i).time_ns < end; ++i) {
        sum += held * static_cast<double>(at(i).time_ns - from);
        from = at(i).time_ns;
        held = at(i).value;
    }
    if (from == now.count()) return held;
    return (sum + held * static_cast<double>(end - from)) / static_cast<double>(span.count());
}

void DelayLine::save(SnapshotWriter& out) const {
    out.put(before_);
    out.put(std::uint64_t{count_});
    for (std::size_t i = 0; i < count_; ++i) {
        const Change& change = ring_[(first_ + i) % ring_.size()];
        out.put(change.time_ns);
        out.put(change.value);
    }
}

void DelayLine::restore(SnapshotReader& in) {
    std::uint64_t count = 0;
    reset(0.0);
    in.get(before_);
    in.get(count);
    if (count > ring_.size()) throw std::invalid_argument("snapshot: does not fit this actuator");
    for (count_ = 0; count_ < count;) {
        Change& change = at(count_++);
        in.get(change.time_ns);
        in.get(change.value);
    }
}

}  // namespace plant
