// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace gateway {

/// Position of the world's origin on the Earth, and the direction of its axes.
struct WorldOrigin {
    double latitude_deg = 0;
    double longitude_deg = 0;
    double altitude_m = 0;   ///< above the ellipsoid
    double heading_deg = 0;  ///< of the x axis, from east counter-clockwise: at 0, y is north
};

/// A position relative to the WGS 84 ellipsoid.
struct Geodetic {
    double latitude_deg = 0;
    double longitude_deg = 0;  ///< -180 to 180
    double altitude_m = 0;     ///< above the ellipsoid
};

/// A point of the world. The world is flat: its plane z = 0 is tangent to the Earth at the origin.
struct WorldPoint {
    double x_m = 0;
    double y_m = 0;
    double z_m = 0;
};

/// @name Exact conversions in both directions, by way of the Earth-centred frame. They do not
/// allocate.
/// @{

/// Converts a point of the world to a geodetic position. A point of the plane z = 0 at 10 km has an
/// altitude of 7.8 m. Exact to the last digits: Bowring's iteration (Survey Review 23, 1976) is
/// repeated until the result does not change.
Geodetic to_geodetic(const WorldOrigin& origin, double x_m, double y_m, double z_m) noexcept;

/// Converts a geodetic position to a point of the world.
WorldPoint to_world(const WorldOrigin& origin, const Geodetic& place) noexcept;

/// The point of the plane z = 0 with this latitude and longitude, vertically above or below the
/// position on the ellipsoid: to_geodetic() of the point returns both again.
/// @return nothing if the upward direction differs from that of the origin by 89 degrees or more
std::optional<WorldPoint> on_plane(const WorldOrigin& origin, double latitude_deg,
                                   double longitude_deg) noexcept;
/// @}

}  // namespace gateway
