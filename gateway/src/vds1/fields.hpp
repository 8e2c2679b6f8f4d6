// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/vds1/codec.hpp>

/// The fields of each packet in the order of the wire, once: what encodes, decodes or prints a
/// packet visits them. A visitor is called as visit(offset, name on the wire, field).
namespace gateway::vds1 {

template <class CmdOrConst, class Visitor>
void visit_payload(CmdOrConst& cmd, Visitor& visit) {
    visit(24, "steering_tire_angle", cmd.steering_tire_angle_rad);
    visit(32, "throttle", cmd.throttle);
    visit(40, "brake", cmd.brake);
    visit(48, "gear", cmd.gear);
    visit(52, "handbrake", cmd.handbrake);
    visit(56, "aux_accel_target", cmd.aux_accel_target_mps2);
    visit(64, "aux_speed_target", cmd.aux_speed_target_mps);
}

template <class StateOrConst, class Visitor>
void visit_v1(StateOrConst& state, Visitor& visit) {
    visit(24, "x_world", state.x_m);
    visit(32, "y_world", state.y_m);
    visit(40, "z_world", state.z_m);
    visit(48, "roll", state.roll_rad);
    visit(56, "pitch", state.pitch_rad);
    visit(64, "yaw", state.yaw_rad);
    visit(72, "vx", state.vx_mps);
    visit(80, "vy", state.vy_mps);
    visit(88, "vz", state.vz_mps);
    visit(96, "roll_rate", state.roll_rate_radps);
    visit(104, "pitch_rate", state.pitch_rate_radps);
    visit(112, "yaw_rate", state.yaw_rate_radps);
    visit(120, "ax_body", state.ax_mps2);
    visit(128, "ay_body", state.ay_mps2);
    visit(136, "wheel_spin", state.wheel_spin_radps);
    visit(168, "steering_tire_angle_applied", state.steering_tire_angle_applied_rad);
    visit(176, "wheel_radius_nominal", state.wheel_radius_nominal_m);
    visit(184, "tire_Fz", state.tire_fz_n);
}

template <class StateOrConst, class Visitor>
void visit_v2(StateOrConst& state, Visitor& visit) {
    visit(216, "rack_torque", state.rack_torque_nm);
    visit(224, "slip_ratio", state.slip_ratio);
    visit(256, "slip_angle", state.slip_angle_rad);
    visit(288, "susp_compression", state.susp_compression_m);
    visit(320, "m_ax", state.measured_ax_mps2);
    visit(328, "m_ay", state.measured_ay_mps2);
    visit(336, "m_yaw_rate", state.measured_yaw_rate_radps);
    visit(344, "m_steer", state.measured_steer_rad);
    visit(352, "m_gnss_x", state.measured_gnss_x_m);
    visit(360, "m_gnss_y", state.measured_gnss_y_m);
}

template <class StateOrConst, class Visitor>
void visit_v3(StateOrConst& state, Visitor& visit) {
    visit(368, "tire_Fx", state.tire_fx_n);
    visit(400, "tire_Fy", state.tire_fy_n);
}

template <class StateOrConst, class Visitor>
void visit_v5(StateOrConst& state, Visitor& visit) {
    visit(432, "throttle_applied", state.throttle_applied);
    visit(440, "brake_applied", state.brake_applied);
}

/// What a STATE of that version carries behind its header.
template <class StateOrConst, class Visitor>
void visit_payload(StateOrConst& state, std::uint16_t version, Visitor& visit) {
    visit_v1(state, visit);
    if (version >= 2) visit_v2(state, visit);
    if (version >= 3) visit_v3(state, visit);
    if (version >= 5) visit_v5(state, visit);
}

}  // namespace gateway::vds1
