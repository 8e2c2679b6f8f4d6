// SPDX-License-Identifier: MIT
#include "vehicle_scene.hpp"

#include "port_message.hpp"
#include "vehicle_messages.hpp"

#include <cmath>

namespace gateway {
namespace {

using ddc::recording::Quaternion;
using messages::Marker;
using messages::MarkerArray;

/// Ids of the markers.
enum MarkerId : std::int32_t {
    body_id = 0,
    name_id = 1,
    route_id = 2,
    wheel_id = 10,
    force_id = 20
};
/// Positions of the markers of a vehicle: body, name, then a wheel and a force for each wheel.
constexpr std::size_t first_wheel = 2, markers_of_wheel = 2;

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

Marker marker(const std::string& name, const std::string& frame, std::int32_t id, Marker::Type type,
              const messages::ColorRGBA& color) {
    Marker made;
    made.header.frame_id = frame;
    made.ns = name;
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

    messages::Point wheel(std::size_t i) const {
        const bool is_front = i < 2, is_left = i % 2 == 0;
        const double half = (is_front ? front_track_m : rear_track_m) / 2;
        return {is_front ? front_m : -rear_m, is_left ? half : -half, radius_m - height_m};
    }
};

Shape shape_of(const VehicleConfig* vehicle) {
    if (vehicle == nullptr) return {};
    const plant::VehicleParams& params = vehicle->session.vehicle;
    const double base = wheel_base_of(*vehicle), front = params.body.cg_to_front_axle_m;
    return {front,
            base - front,
            params.body.cg_height_m,
            params.wheel.radius_m,
            params.body.track_front_m,
            params.body.track_rear_m};
}

}  // namespace

VehiclePose pose_of(const Feedback& feedback) {
    return {feedback.steer_applied_rad, feedback.tyre_force_x_n, feedback.tyre_force_y_n,
            feedback.wheel_load_n};
}

VehicleMarkers::VehicleMarkers(const std::string& name, const std::string& frame,
                               const VehicleConfig* vehicle) {
    const Shape shape = shape_of(vehicle);
    const auto add = [&](std::int32_t id, Marker::Type type, const auto& color) -> Marker& {
        return markers_.markers.emplace_back(marker(name, frame, id, type, color));
    };
    Marker& body = add(body_id, Marker::cube, body_color);
    body.pose.position = {(shape.front_m - shape.rear_m) / 2, 0, 0};
    body.scale = {shape.front_m + shape.rear_m + 3 * shape.radius_m, shape.front_track_m,
                  body_height_m};
    Marker& label = add(name_id, Marker::text_facing, name_color);
    label.pose.position = {0, 0, body_height_m + name_height_m};
    label.scale.z = name_height_m;
    label.text = name;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto id = static_cast<std::int32_t>(i);
        const messages::Point place = shape.wheel(i);
        Marker& wheel = add(wheel_id + id, Marker::cylinder, wheel_color);
        wheel.pose.position = place;
        wheel.pose.orientation = wheel_turned_by(0);
        wheel.scale = {2 * shape.radius_m, 2 * shape.radius_m, wheel_width_m};
        Marker& force = add(force_id + id, Marker::arrow, force_color);
        force.points.assign(2, messages::Point{place.x, place.y, place.z - shape.radius_m});
        force.scale = {0.06, 0.12, 0.15};
    }
}

const MarkerArray& VehicleMarkers::at(SimTime now, const VehiclePose& pose) {
    const double steer_rad = std::isnan(pose.steer_rad) ? 0 : pose.steer_rad;
    for (Marker& each : markers_.markers) each.header.stamp = to_message(now);
    for (std::size_t i = 0; i < 4; ++i) {
        Marker& wheel = markers_.markers[first_wheel + markers_of_wheel * i];
        if (i < 2) wheel.pose.orientation = wheel_turned_by(steer_rad);
        Marker& force = markers_.markers[first_wheel + markers_of_wheel * i + 1];
        const messages::Point road = force.points[0];
        force.points[1] = {road.x + pose.force_x_n[i] / newton_per_m,
                           road.y + pose.force_y_n[i] / newton_per_m,
                           road.z + pose.force_z_n[i] / newton_per_m};
    }
    return markers_;
}

Marker route_marker(const std::string& name, const Route& route) {
    Marker line = marker(name, map_frame, route_id, Marker::line_strip, route_color);
    line.scale.x = 0.15;
    for (const gateway::Point& point : route.points())
        line.points.push_back({point.x_m, point.y_m, 0});
    return line;
}

void move_to(const WorldOrigin& origin, SimTime now, const Eigen::Vector3d& position_m,
             ddc::recording::NavSatFix& fix) {
    const Geodetic place = to_geodetic(origin, position_m.x(), position_m.y(), position_m.z());
    fix.header.stamp = to_message(now);
    fix.latitude = place.latitude_deg;
    fix.longitude = place.longitude_deg;
    fix.altitude = place.altitude_m;
}

ddc::recording::NavSatFix fix_of(const WorldOrigin& origin, const std::string& frame, SimTime now,
                                 const Eigen::Vector3d& position_m) {
    ddc::recording::NavSatFix fix;
    fix.header.frame_id = frame;
    fix.status.service = 1;
    move_to(origin, now, position_m, fix);
    return fix;
}

}  // namespace gateway
