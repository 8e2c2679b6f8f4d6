// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

/// The state of a vehicle apart from its motion: codes, commands and reports.
///
/// The codes are those of Autoware's messages: 0 is no request in a command and unknown in a
/// report. A code may have any value of a byte, since it is received from other processes: see
/// is_known().
namespace gateway {

/// Turn indicators.
enum class Blinker : std::uint8_t { no_command, off, left, right, hazard };
/// Headlights: dipped (on) or main beam (high).
enum class Headlight : std::uint8_t { no_command, off, on, high };
/// Windscreen wipers; `clean` washes.
enum class Wiper : std::uint8_t { no_command, off, low, high, clean = 14 };
/// The selector's position.
enum class Gear : std::uint8_t { no_command, drive, reverse, park, low, neutral };
/// Whether the program drives (autonomous) or a driver. A command may only request the first three.
enum class DrivingMode : std::uint8_t { no_command, autonomous, manual, disengaged, not_ready };

/// Whether the code is one of the enumerators.
constexpr bool is_known(Blinker code) noexcept {
    return code <= Blinker::hazard;
}
/// Whether the code is one of the enumerators.
constexpr bool is_known(Headlight code) noexcept {
    return code <= Headlight::high;
}
/// Whether the code is one of the enumerators.
constexpr bool is_known(Wiper code) noexcept {
    return code <= Wiper::high || code == Wiper::clean;
}
/// Whether the code is one of the enumerators.
constexpr bool is_known(Gear code) noexcept {
    return code <= Gear::neutral;
}
/// Whether the code is one of the enumerators.
constexpr bool is_known(DrivingMode code) noexcept {
    return code <= DrivingMode::not_ready;
}
/// Whether a command may request the mode: no_command, autonomous or manual.
constexpr bool is_request(DrivingMode code) noexcept {
    return code <= DrivingMode::manual;
}

/// The values that command and report have in common. The fields are those of
/// VehicleStateCommand and VehicleStateReport, see docs/reference/vehicle-interface.md.
struct VehicleState {
    Blinker blinker = Blinker::no_command;
    Headlight headlight = Headlight::no_command;
    Wiper wiper = Wiper::no_command;
    Gear gear = Gear::no_command;
    DrivingMode mode = DrivingMode::no_command;
    bool hand_brake = false;
    bool horn = false;
};

/// A request for the vehicle's state. A code of 0 (no_command) leaves the last request in effect;
/// horn and hand brake always take effect.
struct VehicleStateCommand : VehicleState {};

/// The state that a vehicle reports. A code of 0 is unknown.
struct VehicleStateReport : VehicleState {
    std::optional<std::uint8_t> fuel_percent{};  ///< fuel level; nothing if unknown
};

/// Combines two requests: `asked`, with the code of `held` for each code that is 0.
inline VehicleStateCommand on_top_of(VehicleStateCommand asked,
                                     const VehicleStateCommand& held) noexcept {
    const auto keep = [](auto& code, auto before) {
        if (code == decltype(before)::no_command) code = before;
    };
    keep(asked.blinker, held.blinker);
    keep(asked.headlight, held.headlight);
    keep(asked.wiper, held.wiper);
    keep(asked.gear, held.gear);
    keep(asked.mode, held.mode);
    return asked;
}

}  // namespace gateway
