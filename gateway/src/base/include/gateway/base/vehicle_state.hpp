// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

/// All of a vehicle that is no motion: codes, what is asked for and what is reported.
///
/// Codes are those of the later public messages, where 0 asks for nothing or is not known. A code
/// may hold any byte: it comes from outside.
namespace gateway {

enum class Blinker : std::uint8_t { no_command, off, left, right, hazard };
enum class Headlight : std::uint8_t { no_command, off, on, high };
enum class Wiper : std::uint8_t { no_command, off, low, high, clean = 14 };
enum class Gear : std::uint8_t { no_command, drive, reverse, park, low, neutral };
/// Who drives. A command may ask for the first two only.
enum class DrivingMode : std::uint8_t { no_command, autonomous, manual, disengaged, not_ready };

constexpr bool is_known(Blinker code) noexcept {
    return code <= Blinker::hazard;
}
constexpr bool is_known(Headlight code) noexcept {
    return code <= Headlight::high;
}
constexpr bool is_known(Wiper code) noexcept {
    return code <= Wiper::high || code == Wiper::clean;
}
constexpr bool is_known(Gear code) noexcept {
    return code <= Gear::neutral;
}
constexpr bool is_known(DrivingMode code) noexcept {
    return code <= DrivingMode::not_ready;
}
/// A mode that can be asked for.
constexpr bool is_request(DrivingMode code) noexcept {
    return code <= DrivingMode::manual;
}

struct VehicleState {
    Blinker blinker = Blinker::no_command;
    Headlight headlight = Headlight::no_command;
    Wiper wiper = Wiper::no_command;
    Gear gear = Gear::no_command;
    DrivingMode mode = DrivingMode::no_command;
    bool hand_brake = false;
    bool horn = false;
};

/// A code of 0 leaves what was asked for before; horn and hand brake are always meant.
struct VehicleStateCommand : VehicleState {};

/// What a vehicle reports of its state; a code of 0, and no fuel, where it does not know.
struct VehicleStateReport : VehicleState {
    std::optional<std::uint8_t> fuel_percent{};
};

/// With the codes of `held` where `asked` has none.
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
