// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include "mcap/port_message.hpp"
#include "mcap/vehicle_messages.hpp"

#include <array>
#include <cmath>

namespace gateway::foxglove {
namespace {

using ddc::recording::Quaternion;
using messages::Marker;
using messages::MarkerArray;
using messages::Point;

/// Ids of the markers.
enum MarkerId : std::int32_t {
    body_id = 0,
    name_id = 1,
    route_id = 2,
    wheel_id = 10,
    force_id = 20
};

constexpr messages::ColorRGBA body_color{0.2F, 0.45F, 0.85F, 0.8F},
    wheel_color{0.1F, 0.1F, 0.1F, 1}, force_color{0.9F, 0.3F, 0.1F, 1},
    route_color{0.3F, 0.7F, 0.3F, 1}, name_color{1, 1, 1, 1};
constexpr double newton_per_m = 4000;
constexpr double wheel_width_m = 0.2, body_height_m = 1.0, name_height_m = 0.6;

/// The orientation of a wheel with that steering angle: a cylinder, rotated about x by 90 degrees
/// and then about z.
Quaternion wheel_turned_by(double yaw_rad) {
    const double c = std::cos(yaw_rad / 2) * std::sqrt(0.5),
                 s = std::sin(yaw_rad / 2) * std::sqrt(0.5);
    return {c, s, s, c};
}

Marker marker(const data_port::ViewedVehicle& vehicle, const std::string& frame, SimTime now,
              std::int32_t id, Marker::Type type, const messages::ColorRGBA& color) {
    Marker made;
    made.header = {to_message(now), frame};
    made.ns = vehicle.facts.name;
    made.id = id;
    made.type = type;
    made.color = color;
    made.pose.orientation = {0, 0, 0, 1};
    made.frame_locked = true;
    return made;
}

/// Positions relative to the centre of gravity; FL, FR, RL, RR.
struct Shape {
    double front_m = 1.35, rear_m = 1.35, height_m = 0.55, radius_m = 0.3;
    double front_track_m = 1.55, rear_track_m = 1.55;

    Point wheel(std::size_t i) const {
        const bool is_front = i < 2, is_left = i % 2 == 0;
        const double half = (is_front ? front_track_m : rear_track_m) / 2;
        return {is_front ? front_m : -rear_m, is_left ? half : -half, radius_m - height_m};
    }
};

/// A remote vehicle is shown with the default shape.
Shape shape_of(const data_port::VehicleFacts& facts) {
    if (!facts.vehicle) return {};
    const plant::VehicleParams& params = facts.vehicle->session.vehicle;
    const double base = wheel_base_of(*facts.vehicle), front = params.body.cg_to_front_axle_m;
    return {front,
            base - front,
            params.body.cg_height_m,
            params.wheel.radius_m,
            params.body.track_front_m,
            params.body.track_rear_m};
}

}  // namespace

void add_vehicle(const data_port::ViewedVehicle& vehicle, const std::string& frame,
                 const data_port::Snapshot& now, MarkerArray& to) {
    const Shape shape = shape_of(vehicle.facts);
    const auto add = [&](std::int32_t id, Marker::Type type, const auto& color) -> Marker& {
        return to.markers.emplace_back(marker(vehicle, frame, now.now, id, type, color));
    };
    Marker& body = add(body_id, Marker::cube, body_color);
    body.pose.position = {(shape.front_m - shape.rear_m) / 2, 0, 0};
    body.scale = {shape.front_m + shape.rear_m + 3 * shape.radius_m, shape.front_track_m,
                  body_height_m};
    Marker& name = add(name_id, Marker::text_facing, name_color);
    name.pose.position = {0, 0, body_height_m + name_height_m};
    name.scale.z = name_height_m;
    name.text = vehicle.facts.name;
    const double steer_rad = now.state.steering_tire_angle_applied_rad;
    const double shown_steer_rad = std::isnan(steer_rad) ? 0 : steer_rad;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto id = static_cast<std::int32_t>(i);
        const Point place = shape.wheel(i);
        Marker& wheel = add(wheel_id + id, Marker::cylinder, wheel_color);
        wheel.pose.position = place;
        wheel.pose.orientation = wheel_turned_by(i < 2 ? shown_steer_rad : 0);
        wheel.scale = {2 * shape.radius_m, 2 * shape.radius_m, wheel_width_m};
        Marker& force = add(force_id + id, Marker::arrow, force_color);
        const Point road{place.x, place.y, place.z - shape.radius_m};
        force.points = {road,
                        {road.x + now.state.tire_fx_n[i] / newton_per_m,
                         road.y + now.state.tire_fy_n[i] / newton_per_m,
                         road.z + now.state.tire_fz_n[i] / newton_per_m}};
        force.scale = {0.06, 0.12, 0.15};
    }
}

void add_route(const data_port::ViewedVehicle& vehicle, MarkerArray& to) {
    if (!vehicle.facts.route) return;
    Marker line = marker(vehicle, map_frame, SimTime{0}, route_id, Marker::line_strip, route_color);
    line.scale.x = 0.15;
    for (const gateway::Point& point : vehicle.facts.route->points())
        line.points.push_back({point.x_m, point.y_m, 0});
    to.markers.push_back(std::move(line));
}

ddc::recording::NavSatFix fix_of(const WorldOrigin& origin, const std::string& frame,
                                 const data_port::Snapshot& now) {
    const Geodetic place = to_geodetic(origin, now.state.x_m, now.state.y_m, now.state.z_m);
    ddc::recording::NavSatFix fix;
    fix.header = {to_message(now.now), frame};
    fix.status.service = 1;
    fix.latitude = place.latitude_deg;
    fix.longitude = place.longitude_deg;
    fix.altitude = place.altitude_m;
    return fix;
}

}  // namespace gateway::foxglove
