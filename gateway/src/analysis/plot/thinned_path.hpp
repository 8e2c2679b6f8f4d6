// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gateway {

/// A point in the plane.
struct PathPoint {
    double x_m = 0, y_m = 0;
    bool operator==(const PathPoint& other) const { return x_m == other.x_m && y_m == other.y_m; }
    bool operator!=(const PathPoint& other) const { return !(*this == other); }
};

/// A path for a picture, in bounded memory: a long one keeps every second, fourth, eighth ...
/// point.
class ThinnedPath {
  public:
    void add(const PathPoint& point);

    /// At most 4000 points and the last one.
    std::vector<PathPoint> points() const;

  private:
    std::vector<PathPoint> kept_;
    std::size_t added_ = 0;
    std::size_t every_ = 1;  ///< one of so many points is kept
    PathPoint last_{};
};

}  // namespace gateway
