// SPDX-License-Identifier: MIT
#include "geodetic.hpp"

#include <plant/angle.hpp>

#include <cmath>

namespace gateway {
namespace {

// WGS 84 (NIMA TR8350.2).
constexpr double semi_major_m = 6378137.0;
constexpr double flattening = 1 / 298.257223563;
constexpr double semi_minor_m = semi_major_m * (1 - flattening);
constexpr double eccentricity_2 = flattening * (2 - flattening);
constexpr double second_eccentricity_2 = eccentricity_2 / (1 - eccentricity_2);
using plant::rad_per_deg;
constexpr int most_iterations = 10;
/// Cosine of the largest angle between the upward directions of two places, 89 degrees: on_plane()
/// is then 57 Earth radii away.
constexpr double least_cosine = 0.01745240643728351;

/// A point in the frame of the Earth's centre: x to 0 degrees east, y to 90 degrees east, z to the
/// north pole.
struct Place {
    double x_m, y_m, z_m;
};

double prime_vertical_m(double sin_latitude) {
    return semi_major_m / std::sqrt(1 - eccentricity_2 * sin_latitude * sin_latitude);
}

Place from_centre(const WorldOrigin& origin, double east_m, double north_m, double up_m) {
    const double sin_lat = std::sin(origin.latitude_deg * rad_per_deg);
    const double cos_lat = std::cos(origin.latitude_deg * rad_per_deg);
    const double sin_lon = std::sin(origin.longitude_deg * rad_per_deg);
    const double cos_lon = std::cos(origin.longitude_deg * rad_per_deg);
    const double radius_m = prime_vertical_m(sin_lat);
    const double outwards_m =
        (radius_m + origin.altitude_m) * cos_lat - sin_lat * north_m + cos_lat * up_m;
    return {outwards_m * cos_lon - sin_lon * east_m, outwards_m * sin_lon + cos_lon * east_m,
            (radius_m * (1 - eccentricity_2) + origin.altitude_m) * sin_lat + cos_lat * north_m +
                sin_lat * up_m};
}

/// @param outwards_m distance from the Earth's axis
double latitude_rad(double outwards_m, double z_m) {
    double reduced = std::atan2(semi_major_m * z_m, semi_minor_m * outwards_m);
    double latitude = reduced;
    for (int i = 0; i < most_iterations; ++i) {
        const double s = std::sin(reduced), c = std::cos(reduced);
        const double next = std::atan2(z_m + second_eccentricity_2 * semi_minor_m * s * s * s,
                                       outwards_m - eccentricity_2 * semi_major_m * c * c * c);
        if (next == latitude) break;
        latitude = next;
        reduced = std::atan2((1 - flattening) * std::sin(next), std::cos(next));
    }
    return latitude;
}

/// Cosine of the angle between the upward directions.
double cosine_between(const WorldOrigin& origin, const Geodetic& place) {
    const double here = place.latitude_deg * rad_per_deg, there = origin.latitude_deg * rad_per_deg;
    const double difference = (place.longitude_deg - origin.longitude_deg) * rad_per_deg;
    return std::sin(there) * std::sin(here) +
           std::cos(there) * std::cos(here) * std::cos(difference);
}

/// Distances from the Earth's axis and from the equatorial plane.
struct Meridian {
    double outwards_m, z_m;
};

Meridian on_meridian(double latitude_deg, double altitude_m) {
    const double sin_lat = std::sin(latitude_deg * rad_per_deg);
    const double radius_m = prime_vertical_m(sin_lat);
    return {(radius_m + altitude_m) * std::cos(latitude_deg * rad_per_deg),
            (radius_m * (1 - eccentricity_2) + altitude_m) * sin_lat};
}

}  // namespace

Geodetic to_geodetic(const WorldOrigin& origin, double x_m, double y_m, double z_m) noexcept {
    const double s = std::sin(origin.heading_deg * rad_per_deg);
    const double c = std::cos(origin.heading_deg * rad_per_deg);
    const Place place = from_centre(origin, c * x_m - s * y_m, s * x_m + c * y_m, z_m);
    const double outwards_m = std::hypot(place.x_m, place.y_m);
    const double latitude = latitude_rad(outwards_m, place.z_m);
    const double sin_lat = std::sin(latitude);
    const double altitude_m = outwards_m * std::cos(latitude) + place.z_m * sin_lat -
                              semi_major_m * std::sqrt(1 - eccentricity_2 * sin_lat * sin_lat);
    return {latitude / rad_per_deg, std::atan2(place.y_m, place.x_m) / rad_per_deg, altitude_m};
}

WorldPoint to_world(const WorldOrigin& origin, const Geodetic& place) noexcept {
    const Meridian here = on_meridian(place.latitude_deg, place.altitude_m);
    const Meridian there = on_meridian(origin.latitude_deg, origin.altitude_m);
    const double difference = (place.longitude_deg - origin.longitude_deg) * rad_per_deg;
    const double sin_lat = std::sin(origin.latitude_deg * rad_per_deg);
    const double cos_lat = std::cos(origin.latitude_deg * rad_per_deg);
    const double outwards_m = here.outwards_m * std::cos(difference) - there.outwards_m;
    const double along_axis_m = here.z_m - there.z_m;
    const double east_m = here.outwards_m * std::sin(difference);
    const double north_m = cos_lat * along_axis_m - sin_lat * outwards_m;
    const double s = std::sin(origin.heading_deg * rad_per_deg);
    const double c = std::cos(origin.heading_deg * rad_per_deg);
    return {c * east_m + s * north_m, c * north_m - s * east_m,
            cos_lat * outwards_m + sin_lat * along_axis_m};
}

std::optional<WorldPoint> on_plane(const WorldOrigin& origin, double latitude_deg,
                                   double longitude_deg) noexcept {
    Geodetic place{latitude_deg, longitude_deg, 0};
    const double cosine = cosine_between(origin, place);
    if (!(cosine > least_cosine)) return std::nullopt;
    place.altitude_m = -to_world(origin, place).z_m / cosine;
    const WorldPoint point = to_world(origin, place);
    return WorldPoint{point.x_m, point.y_m, 0};
}

}  // namespace gateway
