// SPDX-License-Identifier: MIT
#include "dynamics/attitude.hpp"

#include "dynamics/substeps.hpp"

#include <plant/angle.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <stdexcept>

namespace plant {

Eigen::Vector3d mean_normal(const Contacts& c) {
    const bool plane =
        c[0].normal == c[1].normal && c[0].normal == c[2].normal && c[0].normal == c[3].normal;
    if (plane) return c[0].normal;
    return ((c[0].normal + c[1].normal) + (c[2].normal + c[3].normal)).normalized();
}

RoadPlane road_plane(const Contacts& c, const BodyParams& body, double x_m, double y_m,
                     double yaw_rad) {
    RoadPlane road{0.0, mean_normal(c)};
    const double middle_m =
        0.25 * ((c[0].height_m + c[1].height_m) + (c[2].height_m + c[3].height_m));
    const bool is_level = road.normal.x() == 0.0 && road.normal.y() == 0.0;
    const double forward_m = body.cg_to_front_axle_m - 0.5 * body.wheelbase_m;
    road.origin_m = is_level ? middle_m
                             : middle_m - road.height_m(x_m + forward_m * std::cos(yaw_rad),
                                                        y_m + forward_m * std::sin(yaw_rad));
    return road;
}

RoadAxes road_axes(double yaw_rad, const Eigen::Vector3d& normal) {
    const double c = std::cos(yaw_rad);
    const double s = std::sin(yaw_rad);
    if (normal.x() == 0.0 && normal.y() == 0.0) return {{c, s, 0.0}, {-s, c, 0.0}};
    const double climb = -(normal.x() * c + normal.y() * s) / normal.z();
    const Eigen::Vector3d forward = Eigen::Vector3d(c, s, climb).normalized();
    return {forward, normal.cross(forward)};
}

Attitude road_attitude(double yaw_rad, const Eigen::Vector3d& normal) {
    if (normal.x() == 0.0 && normal.y() == 0.0) return {};
    const RoadAxes axes = road_axes(yaw_rad, normal);
    return {std::atan2(axes.left.z(), normal.z()), -std::asin(axes.forward.z())};
}

State moved_straight_on(const State& state, SimDuration duration) {
    const double t = 1e-9 * static_cast<double>(duration.count());
    const double c = std::cos(state.yaw_rad);
    const double s = std::sin(state.yaw_rad);
    State ahead = state;
    ahead.position_m.x() += t * (c * state.velocity_mps.x() - s * state.velocity_mps.y());
    ahead.position_m.y() += t * (s * state.velocity_mps.x() + c * state.velocity_mps.y());
    ahead.yaw_rad += t * state.angular_velocity_radps.z();
    return ahead;
}

double wrapped(double angle_rad) {
    if (angle_rad > -pi && angle_rad <= pi) return angle_rad;
    const double rest = std::remainder(angle_rad, 2.0 * pi);
    return rest <= -pi ? rest + 2.0 * pi : rest;
}

void validate(const SolverParams& solver) {
    if (solver.max_step.count() <= 0 || solver.max_step > std::chrono::milliseconds(10)) {
        throw std::invalid_argument("max_step: must be more than 0 and at most 10 ms");
    }
}

State rolling_state(const VehicleParams& vehicle, double x_m, double y_m, double yaw_rad,
                    double vx_mps) {
    State state;
    state.position_m = {x_m, y_m, vehicle.body.cg_height_m};
    state.yaw_rad = yaw_rad;
    state.velocity_mps = {vx_mps, 0.0, 0.0};
    state.wheel_spin_radps.fill(vx_mps / vehicle.wheel.radius_m);
    return state;
}

}  // namespace plant
