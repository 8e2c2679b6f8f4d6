// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gateway {

/// A curve over time for a picture, in bounded memory: of a long one the least and the greatest
/// value of each of some thousand equal counts of samples are kept, each at its own time.
class ThinnedCurve {
  public:
    struct Point {
        double time_s, value;
    };

    /// Times must rise.
    void add(double time_s, double value);

    /// At most 4000 points and the last one, in the order of their times.
    std::vector<Point> points() const;

  private:
    struct Stretch {
        Point least, greatest;
        void take(const Stretch& later);
    };
    void halve();

    std::vector<Stretch> stretches_;
    std::size_t samples_ = 0;  ///< in the last stretch
    std::size_t samples_of_each_ = 1;
    Point last_{};
};

}  // namespace gateway
