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

/// Squared distance of `place` from the straight line between two points.
double squared_distance_m2(const Point& start, const Point& end, const Point& place);

/// The path between two points of a route.
enum class Interpolation {
    spline,  ///< a smooth curve through the points, see RouteCurve
    linear,  ///< the straight line
};

/// A position on a curve: t from 0 to 1 on a piece, which is between the points `piece` and `piece`
/// + 1.
struct CurvePlace {
    std::size_t piece = 0;
    double t = 0;
};

/// A smooth curve through a sequence of points. It has one direction at each point and is cubic in
/// between. For points of a circle it is within 0.00001 of the radius from the circle; for points
/// of a straight line it is straight.
///
/// A point is a corner, where the direction is discontinuous, if the direction changes by more than
/// 45 degrees, or if the path bends there and is straight on both sides.
/// docs/design/0007-route-curve.md has the reasons. With linear interpolation all points are
/// corners. A closed curve is as smooth at its start as elsewhere. Only the constructor allocates.
class RouteCurve {
  public:
    /// @param points two or more, no two neighbours equal
    /// @param is_closed the last point equals the first; four or more
    RouteCurve(const std::vector<Point>& points, Interpolation interpolation,
               bool is_closed = false);

    struct Nearest : CurvePlace {
        double squared_distance_m2 = 0;
    };
    /// The point of the curve that is nearest to `place`, on the piece `segment` and its
    /// neighbours.
    Nearest nearest(std::size_t segment, const Point& place) const;

    Point point(const CurvePlace& at) const;
    /// Direction of the curve, counter-clockwise from the x axis.
    double direction_rad(const CurvePlace& at) const;
    /// Distance along the curve from its start.
    double way_m(const CurvePlace& at) const;
    double length_m() const { return ways_m_.back(); }
    /// The last position.
    CurvePlace end() const { return {pieces_.size() - 1, 1}; }
    /// The position at a distance along the curve, limited to its ends. On a closed curve the
    /// distance continues after the end at the start.
    CurvePlace at_way(double way_m) const;
    bool is_closed() const { return is_closed_; }

  private:
    /// Polynomials of x and y for t from 0 to 1.
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
    std::vector<double> ways_m_;  ///< distances of the starts of all pieces, and of the end
    bool is_closed_;
};

}  // namespace gateway
