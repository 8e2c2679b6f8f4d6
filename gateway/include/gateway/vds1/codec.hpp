// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

/// The packets of VDS1 over UDP, versions 1 to 5; schemas/vds1_layout.json has every byte.
///
/// SI units, angles in radians, world frame ENU, body frame ISO 8855, wheels FL, FR, RL, RR.
/// On the wire everything is little-endian and unpadded, and the last four bytes are the CRC32
/// (zlib's) of all before them.
namespace gateway::vds1 {

constexpr std::uint32_t magic = 0x56445331;  // "VDS1"
constexpr std::uint16_t oldest_version = 1;
constexpr std::uint16_t newest_version = 5;
constexpr std::uint16_t vehicle_id_since = 4;  ///< older packets are vehicle 0's
constexpr std::size_t cmd_bytes = 76;
constexpr std::size_t max_state_bytes = 452;

/// The length of a STATE of that version, 0 for an unknown one.
std::size_t state_bytes(std::uint16_t version) noexcept;

/// What both packets begin with.
struct Header {
    std::uint16_t version = 3;
    std::uint32_t sequence = 0;
    std::uint32_t vehicle_id = 0;  ///< on the wire from version 4 on
    double timestamp_s = 0;        ///< CMD: the sender's clock. STATE: simulated time
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

using CmdBuffer = std::array<std::byte, cmd_bytes>;
using StateBuffer = std::array<std::byte, max_state_bytes>;

/// Why a datagram is dropped; the checks are made in this order after that for a header's length.
enum class DecodeStatus {
    ok,
    bad_length,  ///< shorter than a header, or not the exact length of its type and version
    bad_magic,
    bad_version,
    bad_type,
    bad_crc,
};

/// For messages and statistics: "ok", "bad_length", ...
const char* name_of(DecodeStatus status) noexcept;

/// Reads a datagram. Pad bytes, and before version 4 the vehicle's word, may hold anything.
/// Values are not judged: NaN and infinity pass. Unless ok, the packet is left as it was.
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, Cmd& cmd) noexcept;
[[nodiscard]] DecodeStatus decode(const std::byte* data, std::size_t size, State& state) noexcept;

/// Writes the packet of header.version with its CRC; pad bytes are 0.
/// Precondition: a known version. @return its length
std::size_t encode(const Cmd& cmd, CmdBuffer& buffer) noexcept;
std::size_t encode(const State& state, StateBuffer& buffer) noexcept;

/// The packet as one line of JSON without its end, after schemas/vds1_packet.schema.json: the
/// fields of its version under their names on the wire; null for what is not finite.
std::string to_json_line(const Cmd& cmd);
std::string to_json_line(const State& state);

}  // namespace gateway::vds1
