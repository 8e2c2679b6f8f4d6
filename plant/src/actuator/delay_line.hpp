// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>
#include <plant/state.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace plant {

/// A held signal, delayed by a fixed time of any length. Changes are remembered with their time.
/// When more changes are under way than fit, the two oldest merge.
class DelayLine {
  public:
    DelayLine(SimDuration delay, std::size_t capacity);

    void reset(double value);

    /// The signal is `value` from `now` on. Times must not fall.
    void push(SimDuration now, double value);

    /// The delayed signal at `now`.
    double value(SimDuration now);

    /// Mean of the delayed signal from `now` to `now + span`.
    double mean(SimDuration now, SimDuration span);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    struct Change {
        std::int64_t time_ns;
        double value;
    };
    Change& at(std::size_t i) { return ring_[(first_ + i) % ring_.size()]; }
    void drop_first();

    SimDuration delay_;
    std::vector<Change> ring_;
    std::size_t first_ = 0;
    std::size_t count_ = 0;
    double before_ = 0.0;  ///< value before the oldest change
};

}  // namespace plant
