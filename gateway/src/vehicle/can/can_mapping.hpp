// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <linux/can.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// Which number of a command or of a report lies where in which CAN frame.
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

/// A number that can be sent.
struct CanCommandValue {
    std::string_view name;
    double (*of)(const PedalCommand& pedals, const VehicleStateCommand& state);
};
/// A number that can be received.
struct CanReportValue {
    std::string_view name;
    void (*set)(double value, Feedback& feedback);
};
const std::vector<CanCommandValue>& can_command_values();
const std::vector<CanReportValue>& can_report_values();

/// One kind of frame, with the places of its numbers in can_command_values() or
/// can_report_values().
struct CanFrameMap {
    struct Signal {
        std::size_t value = 0;
        CanField field;
    };
    canid_t id = 0;  ///< with CAN_EFF_FLAG if it is extended
    std::uint8_t bytes = 8;
    std::vector<Signal> signals;
    std::optional<CanField> counter;  ///< one more in each frame
    std::optional<unsigned> checksum_byte;
};

struct CanMapping {
    std::vector<CanFrameMap> send, receive;
};

/// @param count of this kind of frame, for its counter
can_frame encode(const CanFrameMap& map, const PedalCommand& pedals,
                 const VehicleStateCommand& state, std::uint32_t count) noexcept;

enum class CanVerdict { taken, not_mapped, wrong_length, wrong_checksum, repeated };
constexpr std::size_t can_verdicts = 5;

/// What the frames of one kind have said.
struct CanReception {
    std::optional<double> counter;  ///< of the last one taken
};

/// Checks a frame of that kind, and takes its numbers. One with the counter of the last one was
/// sent by something that hangs.
CanVerdict decode(const CanFrameMap& map, const can_frame& frame, CanReception& reception,
                  Feedback& feedback) noexcept;

}  // namespace gateway
