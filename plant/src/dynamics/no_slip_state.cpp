// SPDX-License-Identifier: MIT
#include "dynamics/no_slip_state.hpp"

#include <cmath>

namespace plant {

double cg_to_rear_m(const BodyParams& body) {
    return body.wheelbase_m - body.cg_to_front_axle_m;
}

State no_slip_state(const VehicleParams& vehicle, const NoSlipMotion& m, const RoadPlane& road) {
    const BodyParams& body = vehicle.body;
    const double to_wheel[4] = {0.5 * body.track_front_m, -0.5 * body.track_front_m,
                                0.5 * body.track_rear_m, -0.5 * body.track_rear_m};
    State state;
    state.position_m = {m.x_m, m.y_m, road.height_m(m.x_m, m.y_m) + body.cg_height_m};
    const Attitude attitude = road_attitude(m.yaw_rad, road.normal);
    state.roll_rad = attitude.roll_rad;
    state.pitch_rad = attitude.pitch_rad;
    state.yaw_rad = m.yaw_rad;
    state.velocity_mps = {m.vx_mps, m.yaw_rate_radps * cg_to_rear_m(body), 0.0};
    state.angular_velocity_radps = {0.0, 0.0, m.yaw_rate_radps};
    for (std::size_t i = 0; i < 4; ++i) {
        const double vx = m.vx_mps - m.yaw_rate_radps * to_wheel[i];
        const double vy = i < 2 ? m.vx_mps * m.tan_steer : 0.0;
        state.wheel_spin_radps[i] = std::copysign(std::hypot(vx, vy), vx) / vehicle.wheel.radius_m;
    }
    return state;
}

}  // namespace plant
