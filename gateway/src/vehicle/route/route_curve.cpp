// SPDX-License-Identifier: MIT
#include "route_curve.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

using plant::pi;
constexpr double sharpest_rad = pi / 4;
/// A curvature below this share of the neighbour's counts as straight.
constexpr double straight_share = 0.1;
/// A segment counts with at most this multiple of the length of its neighbour.
constexpr double longest_to_shortest = 3;
constexpr double straight_rad = 1e-12;

/// The bend at a point between two segments.
struct Bend {
    double turn_rad = 0;
    double curvature_per_m = 0;  ///< absolute value
    double before_m = 0, after_m = 0;
    bool is_corner = true;  ///< also the first and the last point
};

double direction_between(const Point& from, const Point& to) {
    return std::atan2(to.y_m - from.y_m, to.x_m - from.x_m);
}

double distance_between(const Point& from, const Point& to) {
    return std::hypot(to.x_m - from.x_m, to.y_m - from.y_m);
}

Bend bend_of(const Point& before, const Point& here, const Point& after) {
    Bend bend;
    bend.before_m = distance_between(before, here);
    bend.after_m = distance_between(here, after);
    bend.turn_rad =
        std::remainder(direction_between(here, after) - direction_between(before, here), 2 * pi);
    bend.curvature_per_m = std::abs(bend.turn_rad) / std::min(bend.before_m, bend.after_m);
    bend.is_corner = std::abs(bend.turn_rad) > sharpest_rad;
    return bend;
}

/// Whether the path bends only at this point and is straight at both neighbours; ends and corners
/// count as straight.
bool is_alone(const Bend& before, const Bend& here, const Bend& after) {
    const double straight_per_m = straight_share * here.curvature_per_m;
    const auto is_straight = [&](const Bend& neighbour) {
        return neighbour.is_corner || neighbour.curvature_per_m < straight_per_m;
    };
    return is_straight(before) && is_straight(after);
}

/// Calls `use` with the indices of each point that has neighbours, and of these. The last point of
/// a closed curve is its first one.
template <class Use>
void for_each_with_neighbours(std::size_t points, bool is_closed, const Use& use) {
    if (is_closed) use(points - 2, 0, 1);
    for (std::size_t i = 1; i + 1 < points; ++i) use(i - 1, i, i + 1);
}

std::vector<Bend> bends_of(const std::vector<Point>& points, bool is_closed) {
    std::vector<Bend> bends(points.size());
    for_each_with_neighbours(points.size(), is_closed, [&](auto before, auto here, auto after) {
        bends[here] = bend_of(points[before], points[here], points[after]);
    });
    if (is_closed) bends.back() = bends.front();
    const std::vector<Bend> sharp_ones = bends;
    for_each_with_neighbours(points.size(), is_closed, [&](auto before, auto here, auto after) {
        if (is_alone(sharp_ones[before], sharp_ones[here], sharp_ones[after]))
            bends[here].is_corner = true;
    });
    if (is_closed) bends.back() = bends.front();
    return bends;
}

/// Share of the change of direction at a point that is before the point. It is distributed by the
/// curvature at the neighbours: a straight part before the point gets none of it.
double share_before(const Bend& before, const Bend& here, const Bend& after) {
    const auto curvature = [&](const Bend& neighbour) {
        const double beyond =
            neighbour.is_corner ? here.curvature_per_m : neighbour.curvature_per_m;
        return std::sqrt(beyond * here.curvature_per_m);
    };
    const double turn_before =
        curvature(before) * std::min(here.before_m, longest_to_shortest * here.after_m);
    const double turn_after =
        curvature(after) * std::min(here.after_m, longest_to_shortest * here.before_m);
    const double sum = turn_before + turn_after;
    return sum > 0 ? turn_before / sum : 0.5;
}

Point sum(const Point& a, double factor, const Point& b) {
    return {a.x_m + factor * b.x_m, a.y_m + factor * b.y_m};
}

double dot(const Point& a, const Point& b) {
    return a.x_m * b.x_m + a.y_m * b.y_m;
}

/// The nearest point of the straight line between two points.
struct LinePlace {
    double t;
    double squared_distance_m2;
};

LinePlace nearest_on_line(const Point& a, const Point& b, const Point& place) {
    const double dx = b.x_m - a.x_m, dy = b.y_m - a.y_m;
    const double along =
        ((place.x_m - a.x_m) * dx + (place.y_m - a.y_m) * dy) / (dx * dx + dy * dy);
    const double t = std::clamp(along, 0.0, 1.0);
    const double ex = place.x_m - (a.x_m + t * dx), ey = place.y_m - (a.y_m + t * dy);
    return {t, ex * ex + ey * ey};
}

}  // namespace

double squared_distance_m2(const Point& a, const Point& b, const Point& place) {
    return nearest_on_line(a, b, place).squared_distance_m2;
}

RouteCurve::RouteCurve(const std::vector<Point>& points, Interpolation interpolation,
                       bool is_closed)
    : is_closed_(is_closed) {
    std::vector<Bend> bends = bends_of(points, is_closed);
    if (interpolation == Interpolation::linear)
        for (Bend& bend : bends) bend.is_corner = true;
    std::vector<double> shares(points.size());
    for_each_with_neighbours(points.size(), is_closed, [&](auto before, auto here, auto after) {
        shares[here] = share_before(bends[before], bends[here], bends[after]);
    });
    if (is_closed) shares.back() = shares.front();
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
        const Bend &from = bends[i], &to = bends[i + 1];
        double start_turn = from.is_corner ? 0 : (1 - shares[i]) * from.turn_rad;
        double end_turn = to.is_corner ? 0 : shares[i + 1] * to.turn_rad;
        if (from.is_corner) start_turn = end_turn;  // as on a circle
        if (to.is_corner) end_turn = start_turn;
        pieces_.push_back(make_piece(points[i], points[i + 1], start_turn, end_turn));
    }
    ways_m_.push_back(0);
    for (const Piece& piece : pieces_) ways_m_.push_back(ways_m_.back() + way_m(piece, 1));
}

/// @param start_turn_rad from the direction at the start to that of the straight line
/// @param end_turn_rad from there to the direction at the end. The control arms are those of a
/// circle
RouteCurve::Piece RouteCurve::make_piece(const Point& start, const Point& end,
                                         double start_turn_rad, double end_turn_rad) {
    const double direction = direction_between(start, end), length = distance_between(start, end);
    const auto arm = [&](double turn_rad, double direction_there) {
        const double cosine = std::cos(turn_rad / 2);
        const double arm_m = length / (cosine * cosine);
        return Point{arm_m * std::cos(direction_there), arm_m * std::sin(direction_there)};
    };
    const Point leaves = arm(start_turn_rad, direction - start_turn_rad);
    const Point arrives = arm(end_turn_rad, direction + end_turn_rad);
    const Point way{end.x_m - start.x_m, end.y_m - start.y_m};
    Piece piece;
    piece.is_straight =
        std::abs(start_turn_rad) < straight_rad && std::abs(end_turn_rad) < straight_rad;
    piece.end = end;
    const Point square = sum(sum({3 * way.x_m, 3 * way.y_m}, -2, leaves), -1, arrives);
    const Point cube = sum(sum(leaves, 1, arrives), -2, way);
    piece.power = {start, leaves, square, cube};
    return piece;
}

/// Newton's method, from the nearest point on the straight line. A few steps are accurate enough,
/// and the result is never worse than the start.
RouteCurve::Nearest RouteCurve::nearest_of(const Piece& piece, const Point& place) {
    const Point& start = piece.power[0];
    Nearest best;
    if (piece.is_straight) {
        const LinePlace on_line = nearest_on_line(start, piece.end, place);
        best.t = on_line.t;
        best.squared_distance_m2 = on_line.squared_distance_m2;
        return best;
    }
    constexpr int most_steps = 8;
    constexpr double near_enough = 1e-9;
    const Point way{piece.end.x_m - start.x_m, piece.end.y_m - start.y_m};
    double t = std::clamp(dot(sum(place, -1, start), way) / dot(way, way), 0.0, 1.0);
    best.squared_distance_m2 = HUGE_VAL;
    for (int step = 0; step < most_steps; ++step) {
        const auto& [p0, p1, p2, p3] = piece.power;
        const Point here = sum(sum(sum(p0, t, p1), t * t, p2), t * t * t, p3);
        const Point slope = RouteCurve::slope(piece, t);
        const Point bend = sum({2 * p2.x_m, 2 * p2.y_m}, 6 * t, p3);
        const Point off = sum(here, -1, place);
        if (dot(off, off) < best.squared_distance_m2) {
            best.squared_distance_m2 = dot(off, off);
            best.t = t;
        }
        const double steepness = dot(slope, slope) + dot(off, bend);
        const double next = std::clamp(
            t - dot(off, slope) / (steepness > 0 ? steepness : dot(slope, slope)), 0.0, 1.0);
        if (std::abs(next - t) < near_enough) break;
        t = next;
    }
    return best;
}

Point RouteCurve::slope(const Piece& piece, double t) {
    const auto& [p0, p1, p2, p3] = piece.power;
    return sum(sum(p1, 2 * t, p2), 3 * t * t, p3);
}

/// Length from the start of a piece, by Gauss-Legendre quadrature with five points.
double RouteCurve::way_m(const Piece& piece, double t) {
    constexpr std::array<std::array<double, 2>, 5> rule{{{-0.9061798459386640, 0.2369268850561891},
                                                         {-0.5384693101056831, 0.4786286704993665},
                                                         {0.0, 0.5688888888888889},
                                                         {0.5384693101056831, 0.4786286704993665},
                                                         {0.9061798459386640, 0.2369268850561891}}};
    double integral_m = 0;
    for (const auto& [at, weight] : rule) {
        const Point along = slope(piece, t / 2 * (1 + at));
        integral_m += weight * std::sqrt(dot(along, along));
    }
    return t / 2 * integral_m;
}

RouteCurve::Nearest RouteCurve::nearest(std::size_t segment, const Point& place) const {
    const std::size_t size = pieces_.size();
    const std::size_t before = is_closed_ ? size - 1 : 0;
    const std::size_t first = segment > 0 ? segment - 1 : before;
    const std::size_t last = is_closed_ ? (segment + 1) % size : std::min(segment + 1, size - 1);
    Nearest best;
    best.squared_distance_m2 = HUGE_VAL;
    for (const std::size_t i : {first, segment, last}) {
        Nearest found = nearest_of(pieces_[i], place);
        found.piece = i;
        if (found.squared_distance_m2 < best.squared_distance_m2) best = found;
    }
    return best;
}

Point RouteCurve::point(const CurvePlace& at) const {
    const auto& [p0, p1, p2, p3] = pieces_[at.piece].power;
    const double t = at.t;
    return sum(sum(sum(p0, t, p1), t * t, p2), t * t * t, p3);
}

double RouteCurve::direction_rad(const CurvePlace& at) const {
    const Point along = slope(pieces_[at.piece], at.t);
    return std::atan2(along.y_m, along.x_m);
}

double RouteCurve::way_m(const CurvePlace& at) const {
    return ways_m_[at.piece] + way_m(pieces_[at.piece], at.t);
}

CurvePlace RouteCurve::at_way(double way_m) const {
    constexpr int steps = 4;
    if (is_closed_ && (way_m < 0 || way_m >= length_m()))
        way_m -= std::floor(way_m / length_m()) * length_m();
    const auto behind = std::upper_bound(ways_m_.begin() + 1, ways_m_.end() - 1, way_m);
    CurvePlace at{static_cast<std::size_t>(behind - ways_m_.begin()) - 1, 0};
    const Piece& piece = pieces_[at.piece];
    const double rest_m = way_m - ways_m_[at.piece];
    at.t = std::clamp(rest_m / (ways_m_[at.piece + 1] - ways_m_[at.piece]), 0.0, 1.0);
    for (int step = 0; step < steps; ++step) {
        const Point along = slope(piece, at.t);
        const double speed = std::sqrt(dot(along, along));
        at.t = std::clamp(at.t + (rest_m - RouteCurve::way_m(piece, at.t)) / speed, 0.0, 1.0);
    }
    return at;
}

}  // namespace gateway
