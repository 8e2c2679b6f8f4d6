// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>
#include <plant/state.hpp>
#include "growing_ring.hpp"

#include <cstddef>
#include <cstdint>

namespace plant {

/// A piecewise constant signal with a fixed delay of any length. Stores changes with their times.
class DelayLine {
  public:
    /// @param room number of pending changes; more than that cause an allocation
    DelayLine(SimDuration delay, std::size_t room) : delay_(delay), under_way_(room) {}

    void reset(double value);

    /// Sets the signal to `value` from `now` on. Times must not decrease.
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

    SimDuration delay_;
    GrowingRing<Change> under_way_;
    double before_ = 0.0;  ///< value before the oldest change
};

}  // namespace plant
