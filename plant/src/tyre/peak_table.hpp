// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre.hpp>

#include <algorithm>
#include <array>

namespace plant {

/// Table of the peaks of a tyre over load at friction 1, since finding a peak takes iterations.
/// Peak and slip (as a ratio or tangent) are proportional to friction.
class PeakTable {
  public:
    PeakTable() = default;
    explicit PeakTable(const TyreConstants& tyre);

    TyrePeak at(double load_n, double friction) const;

  private:
    static constexpr int steps = 64;
    double step_n_ = 1.0;
    std::array<TyrePeak, steps + 1> peaks_{};  ///< with tangents instead of angles
};

}  // namespace plant
