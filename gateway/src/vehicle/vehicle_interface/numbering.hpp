// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"

#include <cstdint>
#include <optional>

/// The specification's numbering of codes. It starts at 0 and has no value for "no request".
///
/// | code | specification                                            | Autoware (`later`)               |
/// | ---  | ---                                                      | ---                              |
/// | blinker | 0 off, 1 left, 2 right, 3 hazard                      | plus 1                           |
/// | headlight | 0 off, 1 on, 2 high                                 | plus 1                           |
/// | wiper | 0 off, 1 low, 2 high, 3 clean                           | plus 1, but clean is 14          |
/// | gear | 0 drive, 1 reverse, 2 park, 3 low, 4 neutral             | plus 1                           |
/// | mode | 0 manual, 1 not ready, 2 autonomous, 3 disengaged        | 2, 4, 1, 3                       |
namespace gateway::vehicle_interface::spec {

/// Undefined code, or unknown fuel level.
constexpr std::uint8_t no_meaning = 255;

/// A command as received; codes may be any byte.
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
    std::uint8_t fuel = 0;  ///< in %; no_meaning if unknown
    std::uint8_t blinker = 0;
    std::uint8_t headlight = 0;
    std::uint8_t wiper = 0;
    std::uint8_t gear = 0;
    std::uint8_t mode = 0;
    bool hand_brake = false;
    bool horn = false;
};

/// The fields with codes.
enum class CodeField { blinker, headlight, wiper, gear, mode };

/// Autoware's code for one of the specification's; no_meaning for an undefined one.
std::uint8_t later_code(CodeField field, std::uint8_t code) noexcept;

/// The specification's code for one of Autoware's; no_meaning if it has none.
std::uint8_t spec_code(CodeField field, std::uint8_t later) noexcept;

/// An undefined code becomes 255, so that the rule `codes` reports it. `autonomous` and mode 2 both
/// request the mode autonomous; mode 0, which is also the default, is no request.
VehicleStateCommand to_later(const StateCommand& command) noexcept;
VehicleStateReport to_later(const StateReport& report) noexcept;

/// Nothing if a code is undefined or NO_COMMAND; the specification has a value for "no request"
/// only for the mode of a command.
std::optional<StateCommand> from_later(const VehicleStateCommand& command) noexcept;
std::optional<StateReport> from_later(const VehicleStateReport& report) noexcept;

}  // namespace gateway::vehicle_interface::spec
