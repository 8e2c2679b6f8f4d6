// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>
#include <plant/state.hpp>
#include "growing_ring.hpp"

#include <cstddef>
#include <cstdint>

namespace plant {

/// A held signal, delayed by a fixed time of any length. Changes are remembered with their time.
class DelayLine {
  public:
    /// @param room for changes under way; when there are more, it allocates.
    DelayLine(SimDuration delay, std::size_t room) : delay_(delay), under_way_(room) {}

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

    SimDuration delay_;
    GrowingRing<Change> under_way_;
    double before_ = 0.0;  ///< value before the oldest change
};

}  // namespace plant
