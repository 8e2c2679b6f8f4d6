// SPDX-License-Identifier: MIT
#include <gateway/protocol/vds1/convert.hpp>

#include <gateway/base/held_state.hpp>

#include <chrono>
#include <cmath>

namespace gateway::vds1 {

namespace {

namespace sensor = plant::sensor;
using Seconds = std::chrono::duration<double>;

void put_motion(const plant::State& from, State& to) {
    to.x_m = from.position_m.x();
    to.y_m = from.position_m.y();
    to.z_m = from.position_m.z();
    to.roll_rad = from.roll_rad;
    to.pitch_rad = from.pitch_rad;
    to.yaw_rad = from.yaw_rad;
    to.vx_mps = from.velocity_mps.x();
    to.vy_mps = from.velocity_mps.y();
    to.vz_mps = from.velocity_mps.z();
    to.roll_rate_radps = from.angular_velocity_radps.x();
    to.pitch_rate_radps = from.angular_velocity_radps.y();
    to.yaw_rate_radps = from.angular_velocity_radps.z();
    to.wheel_spin_radps = from.wheel_spin_radps;
    to.susp_compression_m = from.suspension_compression_m;
}

void put_readings(const plant::SensorReadings& from, State& to) {
    const plant::Reading& acceleration = from.of(sensor::imu_accel);
    const plant::Reading& position = from.of(sensor::gnss_position);
    to.measured_ax_mps2 = acceleration[0];
    to.measured_ay_mps2 = acceleration[1];
    to.measured_yaw_rate_radps = from.of(sensor::imu_gyro)[2];
    to.measured_steer_rad = from.of(sensor::steer)[0];
    to.measured_gnss_x_m = position[0];
    to.measured_gnss_y_m = position[1];
}

plant::State motion_of(const State& from) {
    plant::State to;
    to.position_m = {from.x_m, from.y_m, from.z_m};
    to.roll_rad = from.roll_rad;
    to.pitch_rad = from.pitch_rad;
    to.yaw_rad = from.yaw_rad;
    to.velocity_mps = {from.vx_mps, from.vy_mps, from.vz_mps};
    to.angular_velocity_radps = {from.roll_rate_radps, from.pitch_rate_radps, from.yaw_rate_radps};
    to.wheel_spin_radps = from.wheel_spin_radps;
    to.suspension_compression_m = from.susp_compression_m;
    return to;
}

/// Version 1 has no readings.
void take_readings(const State& from, plant::SensorReadings& to) {
    if (from.header.version < 2) return;
    plant::Reading& acceleration = to.of(sensor::imu_accel);
    plant::Reading& position = to.of(sensor::gnss_position);
    acceleration[0] = from.measured_ax_mps2;
    acceleration[1] = from.measured_ay_mps2;
    to.of(sensor::imu_gyro)[2] = from.measured_yaw_rate_radps;
    to.of(sensor::steer)[0] = from.measured_steer_rad;
    position[0] = from.measured_gnss_x_m;
    position[1] = from.measured_gnss_y_m;
}

/// 0 for a timestamp that does not fit an int64 of nanoseconds, since a peer may send any.
plant::SimDuration sim_time_of(double timestamp_s) {
    constexpr double longest_s = 9e9;
    if (!(std::abs(timestamp_s) < longest_s)) return plant::SimDuration(0);
    return plant::SimDuration(std::llround(timestamp_s * 1e9));
}

bool is_finite(const Cmd& cmd) {
    return std::isfinite(cmd.steering_tire_angle_rad) && std::isfinite(cmd.throttle) &&
           std::isfinite(cmd.brake);
}

}  // namespace

State to_state(const plant::Output& output, Header header) {
    State state;
    state.header = header;
    state.header.timestamp_s = Seconds(output.sim_time).count();
    put_motion(output.state, state);
    put_readings(output.sensors, state);
    state.ax_mps2 = output.ax_mps2;
    state.ay_mps2 = output.ay_mps2;
    state.steering_tire_angle_applied_rad = output.steer_applied_rad;
    state.wheel_radius_nominal_m = output.wheel_radius_m;
    state.tire_fz_n = output.wheel_load_n;
    state.rack_torque_nm = output.rack_torque_nm;
    state.slip_ratio = output.slip_ratio;
    state.slip_angle_rad = output.slip_angle_rad;
    state.tire_fx_n = output.tyre_force_x_n;
    state.tire_fy_n = output.tyre_force_y_n;
    state.throttle_applied = output.throttle_applied;
    state.brake_applied = output.brake_applied;
    return state;
}

plant::Output to_output(const State& state) {
    plant::Output output;
    output.state = motion_of(state);
    output.sim_time = sim_time_of(state.header.timestamp_s);
    output.ax_mps2 = state.ax_mps2;
    output.ay_mps2 = state.ay_mps2;
    output.wheel_load_n = state.tire_fz_n;
    output.tyre_force_x_n = state.tire_fx_n;
    output.tyre_force_y_n = state.tire_fy_n;
    output.slip_ratio = state.slip_ratio;
    output.slip_angle_rad = state.slip_angle_rad;
    output.rack_torque_nm = state.rack_torque_nm;
    output.steer_applied_rad = state.steering_tire_angle_applied_rad;
    output.throttle_applied = state.throttle_applied;
    output.brake_applied = state.brake_applied;
    output.wheel_radius_m = state.wheel_radius_nominal_m;
    output.sensors = plant::ideal_readings(output);
    take_readings(state, output.sensors);
    return output;
}

Cmd to_cmd(const Command& command, Header header) noexcept {
    const auto& pedals = std::get<PedalCommand>(command.control);
    const VehicleStateCommand state = command.state.value_or(VehicleStateCommand{});
    Cmd cmd;
    cmd.header = header;
    cmd.steering_tire_angle_rad = pedals.steer_rad;
    cmd.throttle = pedals.throttle;
    cmd.brake = pedals.brake;
    cmd.gear = static_cast<std::int32_t>(plant_gear(state.gear));
    cmd.handbrake = holds_still(state);
    cmd.aux_accel_target_mps2 = pedals.aux_accel_target_mps2;
    cmd.aux_speed_target_mps = pedals.aux_speed_target_mps;
    return cmd;
}

std::optional<Command> to_command(const Cmd& cmd) {
    if (!is_finite(cmd) || cmd.gear < -1 || cmd.gear > 1) return std::nullopt;
    PedalCommand pedals;
    pedals.steer_rad = cmd.steering_tire_angle_rad;
    pedals.throttle = cmd.throttle;
    pedals.brake = cmd.brake;
    if (std::isfinite(cmd.aux_accel_target_mps2))
        pedals.aux_accel_target_mps2 = cmd.aux_accel_target_mps2;
    if (std::isfinite(cmd.aux_speed_target_mps))
        pedals.aux_speed_target_mps = cmd.aux_speed_target_mps;
    Command command{pedals, VehicleStateCommand{}};
    command.state->gear = cmd.gear < 0    ? Gear::reverse
                          : cmd.gear == 0 ? Gear::neutral
                                          : Gear::drive;
    command.state->hand_brake = cmd.handbrake;
    return command;
}

}  // namespace gateway::vds1
