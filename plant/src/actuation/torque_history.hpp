// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>

#include <cstddef>
#include <vector>

namespace plant {

/// Torques of the last steps with their times. When more are under way than fit, the oldest goes.
class TorqueHistory {
  public:
    explicit TorqueHistory(std::size_t capacity);

    void clear();
    bool empty() const { return count_ == 0; }
    std::size_t size() const { return count_; }
    double first_time_s() const { return at(0).time_s; }
    double last_time_s() const { return at(count_ - 1).time_s; }

    void push(double time_s, double torque);
    void pop_first();

    /// Linear between the torques kept, the last one after them, zero before them.
    double value(double time_s) const;

    /// Forgets what `value` no longer needs from this time on.
    void forget_before(double time_s);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    struct Sample {
        double time_s;
        double torque;
    };
    std::size_t place(std::size_t i) const;
    const Sample& at(std::size_t i) const { return ring_[place(i)]; }

    std::vector<Sample> ring_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
};

}  // namespace plant
