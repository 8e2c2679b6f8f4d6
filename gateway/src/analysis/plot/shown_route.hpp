// SPDX-License-Identifier: MIT
#pragma once

#include "thinned_path.hpp"

#include "columns/trace.hpp"

#include <cstddef>
#include <vector>

namespace gateway {

/// The part of the route that a program received: its inputs `trajectory_x` and `trajectory_y`
/// contain the next points of the route, a window that moves with the vehicle.
class ShownRoute {
  public:
    /// @param trace without these inputs there is no route
    explicit ShownRoute(const Trace& trace);

    /// Adds the current row of the trace.
    void take(const Trace& trace);

    using Line = std::vector<PathPoint>;
    /// One line, or several if points in between are missing. At most 100,000 points.
    const std::vector<Line>& lines() const { return lines_; }

  private:
    struct Place {
        std::size_t x, y;  ///< columns
    };
    void read_window(const Trace& trace);
    void append_window();

    std::vector<Place> places_;  ///< of a window's points
    std::size_t length_column_ = 0;
    std::vector<PathPoint> window_, last_window_;
    std::vector<Line> lines_;
    std::size_t points_ = 0;
};

}  // namespace gateway
