// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/vehicle_state.hpp>

#include <cstdint>
#include <optional>

/// Conversion of gears to and from the codes of `GearCommand` and `GearReport` of
/// autoware_vehicle_msgs, which a program's signals have too.
namespace gateway::messages {

/// @return 0 for an unknown gear
constexpr std::uint8_t code_of(Gear gear) noexcept {
    switch (gear) {
        case Gear::neutral:
            return 1;
        case Gear::drive:
            return 2;
        case Gear::reverse:
            return 20;
        case Gear::park:
            return 22;
        case Gear::low:
            return 23;
        case Gear::no_command:
            break;
    }
    return 0;
}

/// @return nothing for an undefined code
constexpr std::optional<Gear> gear_of_code(int code) noexcept {
    constexpr int none = 0, neutral = 1, first_drive = 2, last_drive = 19, reverse = 20,
                  reverse_2 = 21, park = 22, low = 23, low_2 = 24;
    if (code == none) return Gear::no_command;
    if (code == neutral) return Gear::neutral;
    if (code >= first_drive && code <= last_drive) return Gear::drive;
    if (code == reverse || code == reverse_2) return Gear::reverse;
    if (code == park) return Gear::park;
    if (code == low || code == low_2) return Gear::low;
    return std::nullopt;
}

}  // namespace gateway::messages
