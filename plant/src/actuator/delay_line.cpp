// SPDX-License-Identifier: MIT
#include "actuator/delay_line.hpp"

namespace plant {

void DelayLine::reset(double value) {
    under_way_.clear();
    before_ = value;
}

void DelayLine::push(SimDuration now, double value) {
    const double last = under_way_.empty() ? before_ : under_way_[under_way_.size() - 1].value;
    if (value != last) under_way_.push({(now + delay_).count(), value});
}

double DelayLine::value(SimDuration now) {
    for (; !under_way_.empty() && under_way_[0].time_ns <= now.count(); under_way_.pop())
        before_ = under_way_[0].value;
    return before_;
}

double DelayLine::mean(SimDuration now, SimDuration span) {
    double held = value(now);
    const std::int64_t end = (now + span).count();
    std::int64_t from = now.count();
    double sum = 0.0;
    for (std::size_t i = 0; i < under_way_.size() && under_way_[i].time_ns < end; ++i) {
        sum += held * static_cast<double>(under_way_[i].time_ns - from);
        from = under_way_[i].time_ns;
        held = under_way_[i].value;
    }
    if (from == now.count()) return held;
    return (sum + held * static_cast<double>(end - from)) / static_cast<double>(span.count());
}

void DelayLine::save(SnapshotWriter& out) const {
    out.put(before_);
    out.put(std::uint64_t{under_way_.size()});
    for (std::size_t i = 0; i < under_way_.size(); ++i) {
        out.put(under_way_[i].time_ns);
        out.put(under_way_[i].value);
    }
}

void DelayLine::restore(SnapshotReader& in) {
    std::uint64_t count = 0;
    under_way_.clear();
    in.get(before_);
    in.get(count);
    for (; count > 0; --count) {
        Change change{};
        in.get(change.time_ns);
        in.get(change.value);
        under_way_.push(change);
    }
}

}  // namespace plant
