// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre.hpp>

#include <algorithm>
#include <array>

namespace plant {

/// Peaks of a tyre over load on friction 1: looked up, because finding them takes iterations.
/// Friction scales peak and slip (as a ratio or tangent) alike.
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
