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

/// The path a vehicle is to follow: at least two points, no two neighbours closer than 0.01 m, and
/// what lies between them.
class Route {
  public:
    /// @param speed_limits_mps of each point, from there to the next; empty if there are none
    /// @throws std::invalid_argument unless two points remain; points too close to the one before
    /// are skipped
    explicit Route(const std::vector<Point>& points,
                   Interpolation interpolation = Interpolation::spline,
                   const std::vector<double>& speed_limits_mps = {});

    struct Nearest {
        std::size_t segment = 0;  ///< from point `segment` to the next
        double distance_m = 0;
        CurvePlace place;
    };
    /// The segment whose straight line is nearest to a place, the first of several equally near
    /// ones, and the distance from the path there. Allocates nothing.
    Nearest nearest(double x_m, double y_m) const;

    const std::vector<Point>& points() const { return points_; }
    const RouteCurve& curve() const { return *curve_; }
    /// From that point to the next, if the route says.
    std::optional<double> speed_limit_mps(std::size_t point) const;
    /// Direction of the first segment, counter-clockwise from the x axis.
    double initial_yaw_rad() const;

  private:
    std::vector<Point> points_;
    SegmentSearch search_;
    std::vector<double> speed_limits_mps_;
    std::optional<RouteCurve> curve_;  ///< there is one
};

/// What a controller is shown from that segment on.
Trajectory trajectory_ahead(const Route& route, std::size_t segment);

/// Reads a route: `.csv` with the columns x_m and y_m, or `.geojson`/`.json` with one LineString
/// of longitude and latitude, laid on the plane of `origin` (default: its first point) by
/// on_plane(). A CSV may have the column speed_limit_mps. @throws plant::FileError
Route load_route(const std::filesystem::path& file, std::optional<WorldOrigin> origin,
                 Interpolation interpolation = Interpolation::spline);

/// The way through a manoeuvre's course, as far as a vehicle gets at the speed of its start.
/// @throws std::invalid_argument for a manoeuvre without a course from here to there
Route course_route(const plant::Scenario& manoeuvre);

}  // namespace gateway
