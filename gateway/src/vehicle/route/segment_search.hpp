// SPDX-License-Identifier: MIT
#pragma once

#include "route_curve.hpp"

#include <cstddef>
#include <vector>

namespace gateway {

/// Finds the segment of a polyline that is nearest to a place, without a look at most of them: of a
/// group of neighbours whose bounding box is farther away than a segment elsewhere, none can be it.
class SegmentSearch {
  public:
    SegmentSearch() = default;
    /// @param points two or more
    explicit SegmentSearch(const std::vector<Point>& points);

    /// @param points those it was made of
    /// @return from which point to the next; the first of several equally near ones
    std::size_t nearest(const std::vector<Point>& points, const Point& place) const;

  private:
    struct Box {
        Point lowest, highest;
    };
    std::vector<Box> boxes_;  ///< one a group
};

}  // namespace gateway
