// SPDX-License-Identifier: MIT
#include "vehicle_ahead.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gateway {
namespace {

constexpr double half_lane_m = 1.75;

/// Position and speed of another vehicle relative to the ego vehicle's path.
struct Relation {
    double ahead_m;
    double beside_m;
    double speed_mps;
};

double along(const Point& vector, double direction_rad) {
    return vector.x_m * std::cos(direction_rad) + vector.y_m * std::sin(direction_rad);
}

Relation on_route(const RoutePlace& place, const OtherVehicle& other) {
    const RouteCurve& curve = place.route->curve();
    const Route::Nearest nearest = place.route->nearest(other.place.x_m, other.place.y_m);
    double ahead_m = curve.way_m(nearest.place) - curve.way_m({place.segment, place.t});
    if (curve.is_closed() && ahead_m < 0) ahead_m += curve.length_m();
    return {ahead_m, nearest.distance_m,
            along(other.velocity_mps, curve.direction_rad(nearest.place))};
}

Relation straight_on(const plant::State& own, const OtherVehicle& other) {
    const Point way{other.place.x_m - own.position_m.x(), other.place.y_m - own.position_m.y()};
    const double ahead_m = along(way, own.yaw_rad);
    const double left_m = way.y_m * std::cos(own.yaw_rad) - way.x_m * std::sin(own.yaw_rad);
    return {ahead_m, std::abs(left_m), along(other.velocity_mps, own.yaw_rad)};
}

/// Index in Ranges for a direction relative to the vehicle's longitudinal axis.
std::size_t sector_of(double bearing_rad) {
    constexpr double sector_rad = 0.7853981633974483;
    constexpr auto sectors = static_cast<long>(std::tuple_size_v<Ranges>);
    return static_cast<std::size_t>((std::lround(bearing_rad / sector_rad) % sectors + sectors) %
                                    sectors);
}

}  // namespace

OtherVehicle as_other(const plant::State& state) {
    const double sine = std::sin(state.yaw_rad), cosine = std::cos(state.yaw_rad);
    const double vx = state.velocity_mps.x(), vy = state.velocity_mps.y();
    return {{state.position_m.x(), state.position_m.y()},
            {vx * cosine - vy * sine, vx * sine + vy * cosine}};
}

std::optional<VehicleAhead> nearest_ahead(const plant::State& own, const RoutePlace& place,
                                          const std::vector<OtherVehicle>& others) {
    std::optional<VehicleAhead> nearest;
    for (const OtherVehicle& other : others) {
        const Relation to =
            place.route != nullptr ? on_route(place, other) : straight_on(own, other);
        const bool is_nearer = !nearest || to.ahead_m < nearest->distance_m;
        if (to.ahead_m > 0 && to.beside_m <= half_lane_m && is_nearer)
            nearest = VehicleAhead{to.ahead_m, to.speed_mps};
    }
    return nearest;
}

Surroundings surroundings(const plant::State& own, const RoutePlace& place,
                          const std::vector<OtherVehicle>& others) {
    Surroundings result;
    result.ahead = nearest_ahead(own, place, others);
    for (const OtherVehicle& other : others) {
        const double x_m = other.place.x_m - own.position_m.x();
        const double y_m = other.place.y_m - own.position_m.y();
        double& range_m = result.range_m[sector_of(std::atan2(y_m, x_m) - own.yaw_rad)];
        range_m = std::min(range_m, std::hypot(x_m, y_m));
    }
    return result;
}

}  // namespace gateway
