// SPDX-License-Identifier: MIT
#include "can_field.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// Calls visit(bit of the number, bit of the frame), the lowest one of the number first in either
/// order. In big endian order a number goes on at the highest bit of the next byte.
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

}  // namespace gateway
