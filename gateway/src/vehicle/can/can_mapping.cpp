// SPDX-License-Identifier: MIT
#include "can_mapping.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <optional>

namespace gateway {
namespace {

/// Calls visit(bit of the number, bit of the frame) for each bit, from the lowest bit of the number
/// on. In big endian order, the lowest bit of a byte is followed by the highest bit of the next
/// byte.
template <class Visit>
void each_bit(const CanField& field, Visit visit) noexcept {
    unsigned at = field.start_bit;
    for (unsigned i = 0; i < field.bits; ++i) {
        visit(field.is_big_endian ? field.bits - 1 - i : i, at);
        if (!field.is_big_endian)
            ++at;
        else
            at = at % 8 == 0 ? at + 15 : at - 1;
    }
}

template <class Code>
double number(Code code) noexcept {
    return static_cast<double>(code);
}

/// Sets a code to any byte.
template <class Code>
void take(double value, Code& code) noexcept {
    code = static_cast<Code>(std::lround(std::clamp(value, 0.0, 255.0)));
}

/// Sets the fuel level; 255 is unknown.
void take_fuel(double value, std::optional<std::uint8_t>& fuel_percent) noexcept {
    std::uint8_t percent = 0;
    take(value, percent);
    fuel_percent = percent;
    if (percent == 255) fuel_percent.reset();
}

bool is_set(double value) noexcept {
    return value >= 0.5;
}

using Pedals = PedalCommand;
using State = VehicleStateCommand;

}  // namespace

std::uint64_t bits_of(const CanField& field, unsigned bytes) noexcept {
    std::uint64_t taken = 0;
    bool fits = field.bits >= 1 && field.bits <= 32 && bytes <= 8;
    each_bit(field, [&](unsigned, unsigned at) {
        if (at < 8 * bytes)
            taken |= std::uint64_t{1} << at;
        else
            fits = false;
    });
    return fits ? taken : 0;
}

void put(CanData& data, const CanField& field, double value) noexcept {
    const double all = std::ldexp(1.0, static_cast<int>(field.bits));
    const double min = field.is_signed ? -all / 2 : 0, max = all - 1 + min;
    const double asked = std::isnan(value) ? 0 : value;
    const double raw = std::clamp(std::round((asked - field.offset) / field.scale), min, max);
    const auto bits = static_cast<std::uint64_t>(static_cast<std::int64_t>(raw));
    each_bit(field, [&](unsigned bit, unsigned at) {
        const auto mask = static_cast<std::uint8_t>(1u << (at % 8));
        if ((bits >> bit & 1) != 0)
            data[at / 8] = static_cast<std::uint8_t>(data[at / 8] | mask);
        else
            data[at / 8] = static_cast<std::uint8_t>(data[at / 8] & ~mask);
    });
}

double get(const CanData& data, const CanField& field) noexcept {
    std::uint64_t bits = 0;
    each_bit(field, [&](unsigned bit, unsigned at) {
        bits |= static_cast<std::uint64_t>(data[at / 8] >> (at % 8) & 1) << bit;
    });
    auto raw = static_cast<double>(bits);
    if (field.is_signed && (bits >> (field.bits - 1) & 1) != 0)
        raw -= std::ldexp(1.0, static_cast<int>(field.bits));
    return raw * field.scale + field.offset;
}

std::uint8_t can_checksum(const CanData& data, unsigned bytes, unsigned own) noexcept {
    constexpr unsigned polynomial = 0x1D;
    unsigned crc = 0xFF;
    for (unsigned i = 0; i < bytes; ++i) {
        if (i == own) continue;
        crc ^= data[i];
        for (int bit = 0; bit < 8; ++bit)
            crc = ((crc & 0x80) != 0 ? crc << 1 ^ polynomial : crc << 1) & 0xFF;
    }
    return static_cast<std::uint8_t>(crc ^ 0xFF);
}

const std::vector<CanCommandValue>& can_command_values() {
    static const std::vector<CanCommandValue> values{
        {"steer_rad", [](const Pedals& p, const State&) { return p.steer_rad; }},
        {"throttle", [](const Pedals& p, const State&) { return p.throttle; }},
        {"brake", [](const Pedals& p, const State&) { return p.brake; }},
        {"gear", [](const Pedals&, const State& s) { return number(s.gear); }},
        {"blinker", [](const Pedals&, const State& s) { return number(s.blinker); }},
        {"headlight", [](const Pedals&, const State& s) { return number(s.headlight); }},
        {"wiper", [](const Pedals&, const State& s) { return number(s.wiper); }},
        {"mode", [](const Pedals&, const State& s) { return number(s.mode); }},
        {"hand_brake", [](const Pedals&, const State& s) { return number(s.hand_brake); }},
        {"horn", [](const Pedals&, const State& s) { return number(s.horn); }}};
    return values;
}

const std::vector<CanReportValue>& can_report_values() {
    static const std::vector<CanReportValue> values{
        {"x_m", [](double v, Feedback& f) { f.state.position_m.x() = v; }},
        {"y_m", [](double v, Feedback& f) { f.state.position_m.y() = v; }},
        {"yaw_rad", [](double v, Feedback& f) { f.state.yaw_rad = v; }},
        {"vx_mps", [](double v, Feedback& f) { f.state.velocity_mps.x() = v; }},
        {"vy_mps", [](double v, Feedback& f) { f.state.velocity_mps.y() = v; }},
        {"yaw_rate_radps", [](double v, Feedback& f) { f.state.angular_velocity_radps.z() = v; }},
        {"ax_mps2", [](double v, Feedback& f) { f.ax_mps2 = v; }},
        {"ay_mps2", [](double v, Feedback& f) { f.ay_mps2 = v; }},
        {"steer_rad", [](double v, Feedback& f) { f.steer_applied_rad = v; }},
        {"throttle", [](double v, Feedback& f) { f.throttle_applied = std::clamp(v, 0.0, 1.0); }},
        {"brake", [](double v, Feedback& f) { f.brake_applied = std::clamp(v, 0.0, 1.0); }},
        {"gear", [](double v, Feedback& f) { take(v, f.report.gear); }},
        {"blinker", [](double v, Feedback& f) { take(v, f.report.blinker); }},
        {"headlight", [](double v, Feedback& f) { take(v, f.report.headlight); }},
        {"wiper", [](double v, Feedback& f) { take(v, f.report.wiper); }},
        {"mode", [](double v, Feedback& f) { take(v, f.report.mode); }},
        {"hand_brake", [](double v, Feedback& f) { f.report.hand_brake = is_set(v); }},
        {"horn", [](double v, Feedback& f) { f.report.horn = is_set(v); }},
        {"fuel_percent", [](double v, Feedback& f) { take_fuel(v, f.report.fuel_percent); }}};
    return values;
}

can_frame encode(const CanFrameMap& map, const PedalCommand& pedals,
                 const VehicleStateCommand& state, std::uint32_t count) noexcept {
    CanData data{};
    for (const CanFrameMap::Signal& signal : map.signals)
        put(data, signal.field, can_command_values()[signal.value].of(pedals, state));
    if (map.counter)
        put(data, *map.counter,
            static_cast<double>(count % (std::uint64_t{1} << map.counter->bits)));
    if (map.checksum_byte)
        data[*map.checksum_byte] = can_checksum(data, map.bytes, *map.checksum_byte);
    can_frame frame{};
    frame.can_id = map.id;
    frame.len = map.bytes;
    std::memcpy(frame.data, data.data(), data.size());
    return frame;
}

CanVerdict decode(const CanFrameMap& map, const can_frame& frame, CanReception& reception,
                  Feedback& feedback) noexcept {
    if (frame.can_id != map.id) return CanVerdict::not_mapped;
    if (frame.len != map.bytes) return CanVerdict::wrong_length;
    CanData data{};
    std::memcpy(data.data(), frame.data, data.size());
    if (map.checksum_byte &&
        data[*map.checksum_byte] != can_checksum(data, map.bytes, *map.checksum_byte))
        return CanVerdict::wrong_checksum;
    if (map.counter) {
        const double counter = get(data, *map.counter);
        const bool is_new = !reception.counter || std::abs(*reception.counter - counter) > 0.5;
        if (!is_new) return CanVerdict::repeated;
        reception.counter = counter;
    }
    for (const CanFrameMap::Signal& signal : map.signals)
        can_report_values()[signal.value].set(get(data, signal.field), feedback);
    return CanVerdict::taken;
}

}  // namespace gateway
