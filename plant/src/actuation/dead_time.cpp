// SPDX-License-Identifier: MIT
#include "actuation/dead_time.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace plant {
namespace {

/// A delay line has room for a new command at every step of this length; shorter steps may
/// allocate.
constexpr double shortest_step_s = 1e-4;

DelayLine make_line(bool in_seconds, double delay_s) {
    return {SimDuration{std::llround(1e9 * delay_s)},
            in_seconds ? static_cast<std::size_t>(delay_s / shortest_step_s) + 2 : 0};
}

}  // namespace

DeadTime::DeadTime(Compatibility compatibility, double delay_s, double nominal_step_s)
    : in_seconds_(compatibility == Compatibility::corrected),
      delay_s_(delay_s),
      queue_(in_seconds_ ? 0 : static_cast<std::size_t>(std::round(delay_s / nominal_step_s))),
      line_(make_line(in_seconds_, delay_s)) {}

void DeadTime::clear() {
    std::fill(queue_.begin(), queue_.end(), 0.0);
    front_ = 0;
    line_.reset(0.0);
}

double DeadTime::through_queue(double command) {
    if (queue_.empty()) return command;
    const double oldest = std::exchange(queue_[front_], command);
    if (++front_ == queue_.size()) front_ = 0;
    return oldest;
}

double DeadTime::pass(double command, SimDuration now, SimDuration middle) {
    if (!in_seconds_) return through_queue(command);
    if (delay_s_ == 0.0) return command;
    line_.push(now, command);
    return line_.value(middle);
}

void DeadTime::save(SnapshotWriter& out) const {
    for (std::size_t i = 0; i < queue_.size(); ++i) {
        out.put(queue_[(front_ + i) % queue_.size()]);
    }
    line_.save(out);
}

void DeadTime::restore(SnapshotReader& in) {
    for (double& command : queue_) in.get(command);
    front_ = 0;
    line_.restore(in);
}

}  // namespace plant
