// SPDX-License-Identifier: MIT
#pragma once

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

/// The place of a point of the world, which is flat: its plane touches the Earth at the origin, so
/// that a point 10 km away has an altitude of 7.8 m. Exact to the last digits: from the tangent
/// plane to the Earth's centre and axes, and back by Bowring's iteration (Survey Review 23, 1976)
/// until nothing changes. Allocates nothing.
Geodetic to_geodetic(const WorldOrigin& origin, double x_m, double y_m, double z_m) noexcept;

}  // namespace gateway
