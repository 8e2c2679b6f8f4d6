// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace gateway {

/// A curve over time for a picture, in bounded memory. It is divided into at most some thousand
/// parts with equal numbers of samples, and keeps the smallest and the largest value of each, with
/// their times.
class ThinnedCurve {
  public:
    struct Point {
        double time_s, value;
    };

    /// Adds a sample. Precondition: times increase
    void add(double time_s, double value);

    /// At most 4000 points and the last one, ordered by time.
    std::vector<Point> points() const;

  private:
    struct Stretch {
        Point least, greatest;
        void take(const Stretch& later);
    };
    void halve();

    std::vector<Stretch> stretches_;
    std::size_t samples_ = 0;  ///< number in the last part
    std::size_t samples_of_each_ = 1;
    Point last_{};
};

}  // namespace gateway
