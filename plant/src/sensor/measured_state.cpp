// SPDX-License-Identifier: MIT
#include "sensor/measured_state.hpp"

#include "sensor/axes.hpp"

#include <algorithm>

namespace plant {
namespace {

Eigen::Vector3d vector_of(const Reading& reading) {
    return {reading[0], reading[1], reading[2]};
}

void take_pose(State& state, const Reading& reading) {
    state.position_m = vector_of(reading);
    state.roll_rad = reading[3];
    state.pitch_rad = reading[4];
    state.yaw_rad = reading[5];
}

}  // namespace

State measured_state(const Output& output, const SensorParams& sensors) {
    State state = output.state;
    const auto has = [&](const SensorKind& kind) { return is_configured(sensors.groups.of(kind)); };
    if (has(sensor::gnss_position)) take_pose(state, output.sensors.of(sensor::gnss_position));
    const Eigen::Matrix3d world_to_road =
        road_to_world(state.yaw_rad, output.road_normal).transpose();
    if (has(sensor::gnss_velocity)) {
        state.velocity_mps = world_to_road * vector_of(output.sensors.of(sensor::gnss_velocity));
    }
    if (has(sensor::imu_gyro)) {
        state.angular_velocity_radps =
            world_to_road * body_to_world(state.roll_rad, state.pitch_rad, state.yaw_rad) *
            vector_of(output.sensors.of(sensor::imu_gyro));
    }
    if (has(sensor::wheel_speed)) {
        const Reading& spin = output.sensors.of(sensor::wheel_speed);
        std::copy_n(spin.begin(), state.wheel_spin_radps.size(), state.wheel_spin_radps.begin());
    }
    return state;
}

}  // namespace plant
