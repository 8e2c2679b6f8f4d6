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

/// What lies between two points of a route.
enum class Interpolation {
    spline,  ///< the curve that the points were taken from, see RouteCurve
    linear,  ///< the straight line
};

/// A place on a curve: t from 0 to 1 along a piece, which goes from point `piece` to the next.
struct CurvePlace {
    std::size_t piece = 0;
    double t = 0;
};

/// The curve that a row of points was taken from: it goes through all of them, with one direction
/// at each, and is cubic in between. On a circle it lies within 0.00001 of the radius, on a
/// straight line it is straight.
///
/// A point is a corner, where the direction jumps, if the way turns by more than 45 degrees there,
/// or if it bends there and is straight on both sides. docs/design/0007-route-curve.md tells why.
/// With linear interpolation all points are corners. Nothing but the constructor allocates.
class RouteCurve {
  public:
    /// @param points two or more, no two neighbours equal
    RouteCurve(const std::vector<Point>& points, Interpolation interpolation);

    struct Nearest : CurvePlace {
        double squared_distance_m2 = 0;
    };
    /// The nearest place of the curve near a segment: from point `segment` to the next, and on both
    /// sides of that.
    Nearest nearest(std::size_t segment, const Point& place) const;

    Point point(const CurvePlace& at) const;
    /// Direction of the way there, counter-clockwise from the x axis.
    double direction_rad(const CurvePlace& at) const;
    /// Along the curve from its start.
    double way_m(const CurvePlace& at) const;
    double length_m() const { return ways_m_.back(); }
    /// The place so far along the curve, or its nearer end.
    CurvePlace at_way(double way_m) const;

  private:
    /// Coefficients of x and y for t from 0 to 1.
    struct Piece {
        bool is_straight;
        std::array<Point, 4> power;  ///< of t^0 to t^3
        Point end;
    };

    static Piece make_piece(const Point& start, const Point& end, double start_turn_rad,
                            double end_turn_rad);
    static Nearest nearest_of(const Piece& piece, const Point& place);
    static Point slope(const Piece& piece, double t);
    static double way_m(const Piece& piece, double t);

    std::vector<Piece> pieces_;
    std::vector<double> ways_m_;  ///< to the start of each piece, and to the end of the last one
};

}  // namespace gateway
