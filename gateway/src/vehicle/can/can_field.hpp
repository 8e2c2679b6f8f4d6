// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

namespace gateway {

using CanData = std::array<std::uint8_t, 8>;

/// Where a number lies in a frame, and what it is worth: bits are counted as a DBC file counts
/// them, value = raw * scale + offset.
struct CanField {
    unsigned start_bit = 0;  ///< its lowest bit; in big endian order its highest
    unsigned bits = 8;       ///< 1 to 32
    bool is_big_endian = false;
    bool is_signed = false;
    double scale = 1;  ///< not 0
    double offset = 0;
};

/// The bits that it takes, bit 8 * byte + bit; nothing if it does not fit into `bytes`.
std::uint64_t bits_of(const CanField& field, unsigned bytes) noexcept;

/// The nearest number that the field can hold; what is not a number is 0. Precondition: it fits.
void put(CanData& data, const CanField& field, double value) noexcept;
double get(const CanData& data, const CanField& field) noexcept;

/// CRC-8 of SAE J1850 over all of `bytes` but the one at `own`.
std::uint8_t can_checksum(const CanData& data, unsigned bytes, unsigned own) noexcept;

}  // namespace gateway
