// SPDX-License-Identifier: MIT
#pragma once

#include "route_curve.hpp"

#include <gateway/base/trajectory.hpp>
#include "geodesy/geodetic.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace plant {
struct Scenario;
}
namespace gateway {

/// Finds the segment of a polyline that is nearest to a point. It tests the bounding boxes of
/// groups of consecutive segments, and only the segments of groups that can contain the nearest
/// one.
class SegmentSearch {
  public:
    SegmentSearch() = default;
    /// @param points two or more
    explicit SegmentSearch(const std::vector<Point>& points);

    /// @param points as given to the constructor
    /// @return index of the segment's first point; the first of several equally near ones
    std::size_t nearest(const std::vector<Point>& points, const Point& place) const;

  private:
    struct Box {
        Point lowest, highest;
    };
    std::vector<Box> boxes_;  ///< one for each group
};

/// The path that a vehicle is to follow: at least two points, with neighbours at least 0.01 m
/// apart, and the curve through them.
class Route {
  public:
    /// @param speed_limits_mps for each point, valid up to the next one; empty if there are none
    /// @param is_closed the route continues from the last point to the first, without an end
    /// @throws std::invalid_argument if fewer than two points remain, or three of a closed route;
    /// points too close to the one before are skipped
    explicit Route(const std::vector<Point>& points,
                   Interpolation interpolation = Interpolation::spline,
                   const std::vector<double>& speed_limits_mps = {}, bool is_closed = false);

    struct Nearest {
        std::size_t segment = 0;  ///< from point `segment` to the next
        double distance_m = 0;
        CurvePlace place;
    };
    /// The segment whose straight line is nearest to a position (the first of several equally near
    /// ones), and the distance from the curve there. Does not allocate.
    Nearest nearest(double x_m, double y_m) const;

    /// The last point of a closed route equals the first.
    const std::vector<Point>& points() const { return points_; }
    bool is_closed() const { return curve_->is_closed(); }
    const RouteCurve& curve() const { return *curve_; }
    /// The speed limit from that point to the next; nothing if the route has none.
    std::optional<double> speed_limit_mps(std::size_t point) const;
    /// Direction of the first segment, of a closed route that of the curve at its start;
    /// counter-clockwise from the x axis.
    double initial_yaw_rad() const;

  private:
    void close();

    std::vector<Point> points_;
    SegmentSearch search_;
    std::vector<double> speed_limits_mps_;
    std::optional<RouteCurve> curve_;  ///< always set
};

/// The trajectory for a controller, from that segment on; on a closed route it has no end.
Trajectory trajectory_ahead(const Route& route, std::size_t segment);

/// Reads a route from a file: `.csv` with the columns x_m and y_m, and optionally speed_limit_mps;
/// or `.geojson`/`.json` with one LineString of longitude and latitude, converted by on_plane()
/// with `origin` (default: its first point). @throws plant::FileError
Route load_route(const std::filesystem::path& file, std::optional<WorldOrigin> origin,
                 Interpolation interpolation = Interpolation::spline, bool is_closed = false);

/// The path of a manoeuvre: through its course, the circle, or a straight line for a steering
/// movement; as far as a vehicle gets at its initial speed. It has that speed as its limit.
/// @param start_x_m where the vehicle starts; the path begins there if that is before the course
/// @throws std::invalid_argument for a manoeuvre without a course and a movement
Route course_route(const plant::Scenario& manoeuvre, double start_x_m = 0);

}  // namespace gateway
