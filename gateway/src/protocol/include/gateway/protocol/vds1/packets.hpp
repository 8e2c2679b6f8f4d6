// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

/// The packets of VDS1 over UDP, versions 1 to 5; schemas/vds1_layout.json has every byte.
///
/// SI units, angles in radians, world frame ENU, body frame ISO 8855, wheels FL, FR, RL, RR.
/// On the wire everything is little-endian and unpadded, and the last four bytes are the CRC32
/// (zlib's) of all before them.
namespace gateway::vds1 {

constexpr std::uint32_t magic = 0x56445331;  // "VDS1"
constexpr std::uint16_t oldest_version = 1;
constexpr std::uint16_t vehicle_id_since = 4;  ///< older packets are vehicle 0's
constexpr std::size_t cmd_bytes = 76;
/// Of a STATE, from oldest_version on.
inline constexpr std::array<std::size_t, 5> state_lengths{220, 372, 436, 436, 452};
constexpr auto newest_version = static_cast<std::uint16_t>(state_lengths.size());
constexpr std::size_t max_state_bytes = state_lengths.back();

/// What both packets begin with.
struct Header {
    std::uint16_t version = 3;
    std::uint32_t sequence = 0;
    std::uint32_t vehicle_id = 0;  ///< on the wire from version 4 on
    double timestamp_s = 0;        ///< CMD: the sender's clock. STATE: simulated time
    /// CRC32 of the datagram that it was read from. Encoding computes its own.
    std::uint32_t crc = 0;
};

/// Controller to plant.
struct Cmd {
    Header header;
    double steering_tire_angle_rad = 0;  ///< of the front road wheels, positive left
    double throttle = 0;                 ///< 0..1
    double brake = 0;                    ///< 0..1
    std::int32_t gear = 1;               ///< 1 drive, 0 neutral, -1 reverse
    bool handbrake = false;              ///< any byte but 0
    double aux_accel_target_mps2 = std::numeric_limits<double>::quiet_NaN();  ///< NaN: unused
    double aux_speed_target_mps = std::numeric_limits<double>::quiet_NaN();   ///< NaN: unused
};

/// Plant to controller. What a version does not carry is zero.
struct State {
    using PerWheel = std::array<double, 4>;

    Header header;
    double x_m = 0;
    double y_m = 0;
    double z_m = 0;
    double roll_rad = 0;
    double pitch_rad = 0;
    double yaw_rad = 0;  ///< in (-pi, pi]
    double vx_mps = 0;
    double vy_mps = 0;
    double vz_mps = 0;
    double roll_rate_radps = 0;
    double pitch_rate_radps = 0;
    double yaw_rate_radps = 0;
    double ax_mps2 = 0;
    double ay_mps2 = 0;
    PerWheel wheel_spin_radps{};
    double steering_tire_angle_applied_rad = 0;
    double wheel_radius_nominal_m = 0;
    PerWheel tire_fz_n{};
    // since version 2
    double rack_torque_nm = 0;
    PerWheel slip_ratio{};
    PerWheel slip_angle_rad{};
    PerWheel susp_compression_m{};
    double measured_ax_mps2 = 0;
    double measured_ay_mps2 = 0;
    double measured_yaw_rate_radps = 0;
    double measured_steer_rad = 0;
    double measured_gnss_x_m = 0;
    double measured_gnss_y_m = 0;
    // since version 3
    PerWheel tire_fx_n{};  ///< body frame
    PerWheel tire_fy_n{};  ///< body frame
    // since version 5
    double throttle_applied = 0;
    double brake_applied = 0;
};

// The fields of each packet in the order of the wire, once: what encodes, decodes or prints a
// packet visits them. A visitor is called as visit(offset, name on the wire, field).

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
