// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace gateway {

struct Point {
    double x_m = 0;
    double y_m = 0;
};

/// Of a place from the straight line between two points.
double squared_distance_m2(const Point& start, const Point& end, const Point& place);

/// The curve that a row of points was taken from: it goes through all of them, with one direction
/// at each, and is cubic in between. On a circle it lies within 0.00001 of the radius, on a
/// straight line it is straight.
///
/// A point is a corner, where the direction jumps, if the way turns by more than 45 degrees there,
/// or if it bends there and is straight on both sides. docs/design/0008-route-curve.md tells why.
class RouteCurve {
  public:
    /// @param points two or more, no two neighbours equal
    explicit RouteCurve(const std::vector<Point>& points);

    /// Of a place from the curve near a segment: from point `segment` to the next, and on both
    /// sides of that. Allocates nothing.
    double squared_distance_m2(std::size_t segment, const Point& place) const;

  private:
    /// Coefficients of x and y for t from 0 to 1.
    struct Piece {
        bool is_straight;
        std::array<Point, 4> power;  ///< of t^0 to t^3
        Point end;
    };

    static Piece make_piece(const Point& start, const Point& end, double start_turn_rad,
                            double end_turn_rad);
    static double squared_distance_m2(const Piece& piece, const Point& place);

    std::vector<Piece> pieces_;
};

}  // namespace gateway
