// SPDX-License-Identifier: MIT
// The input is a datagram of VDS1: the decoder must accept, reject and read exactly like the
// byte-by-byte reference in this file. Each input is tried unchanged, with a corrected CRC,
// truncated or padded to the length of its type and version, and with a small version and type.
#include <gateway/protocol/vds1/codec.hpp>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

namespace vds1 = gateway::vds1;
using Bytes = std::vector<std::uint8_t>;
using vds1::DecodeStatus;

void expect(bool holds) {
    if (!holds) std::abort();
}

std::uint64_t number(const Bytes& bytes, std::size_t at, std::size_t count) {
    std::uint64_t value = 0;
    while (count-- > 0) value = value * 256 + bytes[at + count];
    return value;
}

std::uint64_t crc32(const Bytes& bytes, std::size_t size) {
    std::uint32_t crc = 0xffffffff;
    for (std::size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc & 1U) != 0 ? crc >> 1U ^ 0xedb88320U : crc >> 1U;
    }
    return crc ^ 0xffffffffU;
}

/// 0 for an unknown version or type.
std::size_t length_of(std::uint64_t version, std::uint64_t type) {
    if (version < 1 || version > 5) return 0;
    if (type == 1) return 76;
    if (type != 2) return 0;
    if (version == 1) return 220;
    if (version == 2) return 372;
    return version == 5 ? 452 : 436;
}

DecodeStatus reference(const Bytes& bytes, std::uint64_t wanted_type) {
    if (bytes.size() < 24) return DecodeStatus::bad_length;
    if (std::memcmp(bytes.data(), "1SDV", 4) != 0) return DecodeStatus::bad_magic;
    if (length_of(number(bytes, 4, 2), 1) == 0) return DecodeStatus::bad_version;
    if (number(bytes, 6, 2) != wanted_type) return DecodeStatus::bad_type;
    const std::size_t size = length_of(number(bytes, 4, 2), wanted_type);
    if (bytes.size() != size) return DecodeStatus::bad_length;
    return number(bytes, size - 4, 4) == crc32(bytes, size - 4) ? DecodeStatus::ok
                                                                : DecodeStatus::bad_crc;
}

/// Expects consecutive doubles from an offset on.
class Doubles {
  public:
    Doubles(const Bytes& bytes, std::size_t at) : bytes_(bytes), at_(at) {}
    Doubles& operator<<(double value) {
        std::uint64_t bits = 0;
        std::memcpy(&bits, &value, 8);
        expect(bits == number(bytes_, at_, 8));
        at_ += 8;
        return *this;
    }
    Doubles& operator<<(const vds1::State::PerWheel& values) {
        return *this << values[0] << values[1] << values[2] << values[3];
    }

  private:
    const Bytes& bytes_;
    std::size_t at_;
};

void expect_header(const vds1::Header& header, const Bytes& bytes) {
    expect(header.version == number(bytes, 4, 2));
    expect(header.sequence == number(bytes, 8, 4));
    expect(header.vehicle_id == (header.version >= 4 ? number(bytes, 12, 4) : 0));
    Doubles(bytes, 16) << header.timestamp_s;
}

void expect_fields(const vds1::Cmd& c, const Bytes& bytes) {
    Doubles(bytes, 24) << c.steering_tire_angle_rad << c.throttle << c.brake;
    expect(static_cast<std::uint32_t>(c.gear) == number(bytes, 48, 4));
    expect(c.handbrake == (bytes[52] != 0));
    Doubles(bytes, 56) << c.aux_accel_target_mps2 << c.aux_speed_target_mps;
}

void expect_fields(const vds1::State& s, const Bytes& bytes) {
    Doubles fields(bytes, 24);
    fields << s.x_m << s.y_m << s.z_m << s.roll_rad << s.pitch_rad << s.yaw_rad << s.vx_mps
           << s.vy_mps << s.vz_mps << s.roll_rate_radps << s.pitch_rate_radps << s.yaw_rate_radps
           << s.ax_mps2 << s.ay_mps2 << s.wheel_spin_radps << s.steering_tire_angle_applied_rad
           << s.wheel_radius_nominal_m << s.tire_fz_n;
    if (s.header.version >= 2)
        fields << s.rack_torque_nm << s.slip_ratio << s.slip_angle_rad << s.susp_compression_m
               << s.measured_ax_mps2 << s.measured_ay_mps2 << s.measured_yaw_rate_radps
               << s.measured_steer_rad << s.measured_gnss_x_m << s.measured_gnss_y_m;
    if (s.header.version >= 3) fields << s.tire_fx_n << s.tire_fy_n;
    if (s.header.version >= 5) fields << s.throttle_applied << s.brake_applied;
}

/// The output of the encoder is accepted again with the same values.
template <class Packet, class Buffer>
void expect_round_trip(const Packet& packet) {
    Buffer buffer;
    const std::size_t size = vds1::encode(packet, buffer);
    const auto* first = reinterpret_cast<const std::uint8_t*>(buffer.data());
    const Bytes bytes(first, first + size);
    expect(reference(bytes, number(bytes, 6, 2)) == DecodeStatus::ok);
    expect_header(packet.header, bytes);
    expect_fields(packet, bytes);
}

template <class Packet, class Buffer>
void check_as(const Bytes& bytes, std::uint64_t type) {
    Packet packet;
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data());
    const DecodeStatus status = vds1::decode(data, bytes.size(), packet);
    expect(status == reference(bytes, type));
    if (status != DecodeStatus::ok) return;
    expect_header(packet.header, bytes);
    expect_fields(packet, bytes);
    expect_round_trip<Packet, Buffer>(packet);
    expect(vds1::to_json_line(packet).front() == '{');
}

void check(const Bytes& bytes) {
    check_as<vds1::Cmd, vds1::CmdBuffer>(bytes, 1);
    check_as<vds1::State, vds1::StateBuffer>(bytes, 2);
}

void check_sealed(Bytes bytes) {
    if (bytes.size() < 4) return;
    const std::uint64_t crc = crc32(bytes, bytes.size() - 4);
    for (std::size_t i = 0; i < 4; ++i)
        bytes[bytes.size() - 4 + i] = static_cast<std::uint8_t>(crc >> (8 * i));
    check(bytes);
}

/// Truncated or padded to the length of its type and version.
void check_fitted(Bytes bytes) {
    bytes.resize(length_of(number(bytes, 4, 2), number(bytes, 6, 2)));
    check_sealed(bytes);
}

/// With a version of 0 to 7 and a type of 0 to 3, at its length and at that of the newest version.
void check_numbered(Bytes bytes) {
    const std::uint64_t chosen = crc32(bytes, bytes.size());
    bytes[4] = chosen & 7U;
    bytes[6] = chosen >> 3U & 3U;
    bytes[5] = bytes[7] = 0;
    check_sealed(bytes);
    check_fitted(bytes);
    bytes.resize(length_of(5, bytes[6]));
    check_sealed(bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Bytes bytes(data, data + size);
    check(bytes);
    if (size > 2048) return 0;
    check_sealed(bytes);
    if (size < 8) return 0;
    check_fitted(bytes);
    check_numbered(bytes);
    return 0;
}
