// SPDX-License-Identifier: MIT
#include "actuation/torque_history.hpp"

#include <algorithm>

namespace plant {

TorqueHistory::TorqueHistory(std::size_t capacity) : ring_(std::max<std::size_t>(capacity, 4)) {}

std::size_t TorqueHistory::place(std::size_t i) const {
    const std::size_t raw = first_ + i;
    return raw < ring_.size() ? raw : raw - ring_.size();
}

void TorqueHistory::clear() {
    first_ = 0;
    count_ = 0;
}

void TorqueHistory::push(double time_s, double torque) {
    if (count_ == ring_.size()) pop_first();
    ring_[place(count_++)] = {time_s, torque};
}

void TorqueHistory::pop_first() {
    first_ = place(1);
    --count_;
}

double TorqueHistory::value(double time_s) const {
    std::size_t after = 0;
    while (after < count_ && at(after).time_s <= time_s) ++after;
    if (after == 0) return 0.0;
    const Sample& before = at(after - 1);
    if (after == count_) return before.torque;
    const double share = (time_s - before.time_s) / (at(after).time_s - before.time_s);
    return before.torque + (at(after).torque - before.torque) * share;
}

void TorqueHistory::forget_before(double time_s) {
    while (count_ > 1 && at(1).time_s <= time_s) pop_first();
}

void TorqueHistory::save(SnapshotWriter& out) const {
    out.put(std::uint64_t{count_});
    for (std::size_t i = 0; i < count_; ++i) {
        out.put(at(i).time_s);
        out.put(at(i).torque);
    }
}

void TorqueHistory::restore(SnapshotReader& in) {
    std::uint64_t count = 0;
    in.get(count);
    if (count > ring_.size()) throw std::invalid_argument("snapshot: does not fit this steering");
    clear();
    for (; count_ < count; ++count_) {
        in.get(ring_[count_].time_s);
        in.get(ring_[count_].torque);
    }
}

}  // namespace plant
