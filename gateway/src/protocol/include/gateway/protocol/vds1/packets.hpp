// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

/// The packets of VDS1 over UDP, versions 1 to 5; schemas/vds1_layout.json has every byte.
///
/// SI units, angles in radians, world frame ENU, body frame ISO 8855, wheels FL, FR, RL, RR. On the
/// wire all fields are little-endian and unpadded; the last four bytes are the CRC32 (as of zlib)
/// of the bytes before them.
namespace gateway::vds1 {

constexpr std::uint32_t magic = 0x56445331;    ///< "VDS1"; the first four bytes of a packet
constexpr std::uint16_t oldest_version = 1;    ///< first version of the protocol
constexpr std::uint16_t vehicle_id_since = 4;  ///< older packets are of vehicle 0
constexpr std::size_t cmd_bytes = 76;          ///< length of a CMD of any version
/// Length of a STATE of each version, from oldest_version on.
inline constexpr std::array<std::size_t, 5> state_lengths{220, 372, 436, 436, 452};
/// Last version of the protocol.
constexpr auto newest_version = static_cast<std::uint16_t>(state_lengths.size());
/// Length of the longest STATE.
constexpr std::size_t max_state_bytes = state_lengths.back();

/// The fields at the beginning of both packets.
struct Header {
    std::uint16_t version = 3;     ///< oldest_version to newest_version
    std::uint32_t sequence = 0;    ///< number of the packet in its stream
    std::uint32_t vehicle_id = 0;  ///< on the wire from version 4 on
    double timestamp_s = 0;        ///< CMD: the sender's clock. STATE: simulated time
    /// CRC32 of the datagram from which the packet was decoded. encode() ignores it.
    std::uint32_t crc = 0;
};

/// The command of a controller to the plant.
struct Cmd {
    Header header;                       ///< its timestamp is the sender's clock
    double steering_tire_angle_rad = 0;  ///< of the front road wheels, positive left
    double throttle = 0;                 ///< 0..1
    double brake = 0;                    ///< 0..1
    std::int32_t gear = 1;               ///< 1 drive, 0 neutral, -1 reverse
    bool handbrake = false;              ///< on the wire any byte but 0
    double aux_accel_target_mps2 = std::numeric_limits<double>::quiet_NaN();  ///< NaN: unused
    double aux_speed_target_mps = std::numeric_limits<double>::quiet_NaN();   ///< NaN: unused
};

/// The state of the plant. Fields that the packet's version does not have are zero. The fields
/// are defined in docs/reference/vds1.md. World frame ENU, body frame ISO 8855.
struct State {
    using PerWheel = std::array<double, 4>;  ///< FL, FR, RL, RR

    Header header;   ///< its timestamp is simulated time
    double x_m = 0;  ///< position in the world frame
    double y_m = 0;
    double z_m = 0;
    double roll_rad = 0;
    double pitch_rad = 0;
    double yaw_rad = 0;  ///< in (-pi, pi]
    double vx_mps = 0;   ///< velocity in the body frame
    double vy_mps = 0;
    double vz_mps = 0;
    double roll_rate_radps = 0;
    double pitch_rate_radps = 0;
    double yaw_rate_radps = 0;
    double ax_mps2 = 0;  ///< acceleration in the body frame
    double ay_mps2 = 0;
    PerWheel wheel_spin_radps{};
    double steering_tire_angle_applied_rad = 0;  ///< of the front road wheels, positive left
    double wheel_radius_nominal_m = 0;
    PerWheel tire_fz_n{};  ///< vertical load, 0 if not modelled
    // since version 2
    double rack_torque_nm = 0;  ///< aligning torque of the steering
    PerWheel slip_ratio{};      ///< longitudinal
    PerWheel slip_angle_rad{};
    PerWheel susp_compression_m{};
    // readings of the sensors
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
    double throttle_applied = 0;  ///< 0..1
    double brake_applied = 0;     ///< 0..1
};

/// @name The fields of each packet in the order of the wire
/// The only list of them: encoding, decoding and printing visit it. Each function calls
/// visit(offset in bytes, name on the wire, field) for each field.
/// @{

/// The fields of a CMD after its header.
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

/// The fields of a STATE that every version has.
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

/// The fields of a STATE that were added in version 2.
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

/// The fields of a STATE that were added in version 3.
template <class StateOrConst, class Visitor>
void visit_v3(StateOrConst& state, Visitor& visit) {
    visit(368, "tire_Fx", state.tire_fx_n);
    visit(400, "tire_Fy", state.tire_fy_n);
}

/// The fields of a STATE that were added in version 5.
template <class StateOrConst, class Visitor>
void visit_v5(StateOrConst& state, Visitor& visit) {
    visit(432, "throttle_applied", state.throttle_applied);
    visit(440, "brake_applied", state.brake_applied);
}

/// All fields of a STATE of that version after its header.
template <class StateOrConst, class Visitor>
void visit_payload(StateOrConst& state, std::uint16_t version, Visitor& visit) {
    visit_v1(state, visit);
    if (version >= 2) visit_v2(state, visit);
    if (version >= 3) visit_v3(state, visit);
    if (version >= 5) visit_v5(state, visit);
}
/// @}

}  // namespace gateway::vds1
