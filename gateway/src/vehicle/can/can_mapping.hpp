// SPDX-License-Identifier: MIT
#pragma once

#include "can_field.hpp"

#include <gateway/base/seams.hpp>

#include <linux/can.h>

#include <optional>
#include <string_view>
#include <vector>

/// Which number of a command or of a report lies where in which CAN frame.
namespace gateway {

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
