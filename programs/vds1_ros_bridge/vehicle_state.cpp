// SPDX-License-Identifier: MIT
#include "vehicle_state.hpp"

namespace gateway::autohyu {

VehicleState to_vehicle_state(const vds1::State& state) noexcept {
    VehicleState v;
    v.operation_mode = VehicleState::OperationMode::normal;
    v.x_m = state.x_m;
    v.y_m = state.y_m;
    v.z_m = state.z_m;
    v.roll_rad = state.roll_rad;
    v.pitch_rad = state.pitch_rad;
    v.yaw_rad = state.yaw_rad;
    v.vx_mps = state.vx_mps;
    v.vy_mps = state.vy_mps;
    v.vz_mps = state.vz_mps;
    v.yaw_rate_radps = state.yaw_rate_radps;
    v.ax_mps2 = state.ax_mps2;
    v.ay_mps2 = state.ay_mps2;
    v.steering_tire_angle_rad = state.steering_tire_angle_applied_rad;
    for (std::size_t i = 0; i < v.wheel_velocity_mps.size(); ++i)
        v.wheel_velocity_mps[i] = state.wheel_spin_radps[i] * state.wheel_radius_nominal_m;
    return v;
}

}  // namespace gateway::autohyu
