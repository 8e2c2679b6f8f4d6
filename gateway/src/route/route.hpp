// SPDX-License-Identifier: MIT
#pragma once

#include "route_curve.hpp"

#include <gateway/trajectory.hpp>

#include <cstddef>
#include <filesystem>
#include <optional>
#include <vector>

namespace gateway {

/// Where x = y = 0 lies on the Earth.
struct GeoOrigin {
    double longitude_deg = 0;
    double latitude_deg = 0;
};

/// What lies between two points of a route.
enum class Interpolation {
    spline,  ///< the curve that the points were taken from, see RouteCurve
    linear,  ///< the straight line
};

/// The path a vehicle is to follow: at least two points, no two neighbours closer than 0.01 m, and
/// what lies between them.
class Route {
  public:
    /// @throws std::invalid_argument unless two points remain; points too close to the one before
    /// are skipped
    explicit Route(const std::vector<Point>& points,
                   Interpolation interpolation = Interpolation::spline);

    struct Nearest {
        std::size_t segment = 0;  ///< from point `segment` to the next
        double distance_m = 0;
    };
    /// The segment whose straight line is nearest to a place, the first of several equally near
    /// ones, and the distance from the path there. Allocates nothing.
    Nearest nearest(double x_m, double y_m) const;

    const std::vector<Point>& points() const { return points_; }
    /// Direction of the first segment, counter-clockwise from the x axis.
    double initial_yaw_rad() const;

  private:
    std::vector<Point> points_;
    std::optional<RouteCurve> curve_;  ///< none: straight lines
};

/// What a controller is shown from that segment on.
Trajectory trajectory_ahead(const Route& route, std::size_t segment);

/// Reads a route: `.csv` with the columns x_m and y_m, or `.geojson`/`.json` with one LineString
/// of longitude and latitude, laid on the plane that touches the Earth at `origin` (default: its
/// first point). @throws plant::FileError
Route load_route(const std::filesystem::path& file, std::optional<GeoOrigin> origin,
                 Interpolation interpolation = Interpolation::spline);

}  // namespace gateway
