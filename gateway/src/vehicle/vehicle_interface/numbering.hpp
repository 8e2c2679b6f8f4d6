// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"

#include <cstdint>
#include <optional>

/// The specification's own numbering of codes. It counts from 0 and has no way to ask for nothing.
///
/// | code | specification                                            | later                            |
/// | ---  | ---                                                      | ---                              |
/// | blinker | 0 off, 1 left, 2 right, 3 hazard                      | one more                         |
/// | headlight | 0 off, 1 on, 2 high                                 | one more                         |
/// | wiper | 0 off, 1 low, 2 high, 3 clean                           | one more, but clean is 14        |
/// | gear | 0 drive, 1 reverse, 2 park, 3 low, 4 neutral             | one more                         |
/// | mode | 0 manual, 1 not ready, 2 autonomous, 3 disengaged        | 2, 4, 1, 3                       |
namespace gateway::vehicle_interface::spec {

/// Of a code, and of the fuel: not known.
constexpr std::uint8_t no_meaning = 255;

/// As they arrive: any byte.
struct StateCommand {
    Stamp stamp{0};
    std::uint8_t blinker = 0;
    std::uint8_t headlight = 0;
    std::uint8_t wiper = 0;
    std::uint8_t gear = 0;
    std::uint8_t mode = 0;
    bool hand_brake = false;
    bool horn = false;
    bool autonomous = false;
};

struct StateReport {
    Stamp stamp{0};
    std::uint8_t fuel = 0;  ///< in %; 255, which has no meaning, where it is not known
    std::uint8_t blinker = 0;
    std::uint8_t headlight = 0;
    std::uint8_t wiper = 0;
    std::uint8_t gear = 0;
    std::uint8_t mode = 0;
    bool hand_brake = false;
    bool horn = false;
};

/// The fields that hold codes.
enum class CodeField { blinker, headlight, wiper, gear, mode };

/// The later code of one of the specification's; 255, which has no meaning, for any other.
std::uint8_t later_code(CodeField field, std::uint8_t code) noexcept;

/// The specification's code of a later one; 255 for one that it cannot say.
std::uint8_t spec_code(CodeField field, std::uint8_t later) noexcept;

/// A code of no meaning stays one (255), so that the rule about codes reports it. `autonomous` and
/// mode 2 both ask for the mode autonomous; mode 0, which is there where nothing was set, asks for
/// nothing.
VehicleStateCommand to_later(const StateCommand& command) noexcept;
VehicleStateReport to_later(const StateReport& report) noexcept;

/// Nothing if a code has no meaning, or is NO_COMMAND, which the specification can say of a
/// command's mode only.
std::optional<StateCommand> from_later(const VehicleStateCommand& command) noexcept;
std::optional<StateReport> from_later(const VehicleStateReport& report) noexcept;

}  // namespace gateway::vehicle_interface::spec
