// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <linux/can.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

/// The mapping of commands and reports to CAN frames.
namespace gateway {

using CanData = std::array<std::uint8_t, 8>;

/// Position and scaling of a number in a frame, with bits numbered as in a DBC file:
/// value = raw * scale + offset.
struct CanField {
    unsigned start_bit = 0;  ///< the lowest bit; in big endian order the highest
    unsigned bits = 8;       ///< 1 to 32
    bool is_big_endian = false;
    bool is_signed = false;
    double scale = 1;  ///< not 0
    double offset = 0;
};

/// Mask of the bits that the field uses, bit 8 * byte + bit; nothing if it does not fit in `bytes`.
std::uint64_t bits_of(const CanField& field, unsigned bytes) noexcept;

/// Writes the nearest number that the field can hold; 0 for NaN. Precondition: the field fits.
void put(CanData& data, const CanField& field, double value) noexcept;
/// Reads a number. Precondition: the field fits.
double get(const CanData& data, const CanField& field) noexcept;

/// CRC-8 of SAE J1850 over `bytes` bytes except the one at index `own`.
std::uint8_t can_checksum(const CanData& data, unsigned bytes, unsigned own) noexcept;

/// A value of a command that can be sent.
struct CanCommandValue {
    std::string_view name;
    double (*of)(const PedalCommand& pedals, const VehicleStateCommand& state);
};
/// A value of a report that can be received.
struct CanReportValue {
    std::string_view name;
    void (*set)(double value, Feedback& feedback);
};
const std::vector<CanCommandValue>& can_command_values();
const std::vector<CanReportValue>& can_report_values();

/// One kind of frame. `Signal::value` is an index of can_command_values() or can_report_values().
struct CanFrameMap {
    struct Signal {
        std::size_t value = 0;
        CanField field;
    };
    canid_t id = 0;  ///< with CAN_EFF_FLAG for an extended id
    std::uint8_t bytes = 8;
    std::vector<Signal> signals;
    std::optional<CanField> counter;  ///< incremented in each frame
    std::optional<unsigned> checksum_byte;
};

struct CanMapping {
    std::vector<CanFrameMap> send, receive;
};

/// Encodes a frame. @param count number of frames of this kind sent before, for the counter
can_frame encode(const CanFrameMap& map, const PedalCommand& pedals,
                 const VehicleStateCommand& state, std::uint32_t count) noexcept;

enum class CanVerdict { taken, not_mapped, wrong_length, wrong_checksum, repeated };
constexpr std::size_t can_verdicts = 5;

/// State of receiving one kind of frame.
struct CanReception {
    std::optional<double> counter;  ///< of the last frame that was used
};

/// Checks a frame of that kind and writes its values to the feedback. A frame with the counter of
/// the last one is rejected, since its sender has stopped updating the values.
CanVerdict decode(const CanFrameMap& map, const can_frame& frame, CanReception& reception,
                  Feedback& feedback) noexcept;

}  // namespace gateway
