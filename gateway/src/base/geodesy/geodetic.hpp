// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace gateway {

/// Where the world's x = y = z = 0 lies on the Earth, and how the world is turned there.
struct WorldOrigin {
    double latitude_deg = 0;
    double longitude_deg = 0;
    double altitude_m = 0;   ///< above the ellipsoid
    double heading_deg = 0;  ///< of the x axis, from the east to the left: at 0, y is north
};

/// A place on the WGS 84 ellipsoid.
struct Geodetic {
    double latitude_deg = 0;
    double longitude_deg = 0;  ///< -180 to 180
    double altitude_m = 0;     ///< above the ellipsoid
};

/// A point of the world, which is flat: its plane z = 0 touches the Earth at the origin.
struct WorldPoint {
    double x_m = 0;
    double y_m = 0;
    double z_m = 0;
};

/// One exact conversion in both directions, by the Earth's centre and axes. Nothing allocates.
/// @{

/// The place of a point of the world: one of the plane, 10 km away, has an altitude of 7.8 m. Exact
/// to the last digits: from the axes back by Bowring's iteration (Survey Review 23, 1976) until
/// nothing changes.
Geodetic to_geodetic(const WorldOrigin& origin, double x_m, double y_m, double z_m) noexcept;

WorldPoint to_world(const WorldOrigin& origin, const Geodetic& place) noexcept;

/// The point of the plane z = 0 that has a latitude and longitude, straight above or below the
/// place on the ellipsoid: to_geodetic() of it gives both again.
/// @return nothing if the direction upwards differs from that of the origin by 89 degrees or more
std::optional<WorldPoint> on_plane(const WorldOrigin& origin, double latitude_deg,
                                   double longitude_deg) noexcept;
/// @}

}  // namespace gateway
