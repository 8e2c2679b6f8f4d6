// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

namespace plant {

/// Permitted direction of travel in a gear.
enum class Travel {
    forward,
    backward,
    neutral,  ///< the wheels turn freely
    locked,   ///< park, no gear or an unknown code
};

constexpr int gear_none = 0;
constexpr int gear_neutral = 1;
constexpr int gear_drive = 2;
constexpr int gear_drive_18 = 19;
constexpr int gear_reverse = 20;
constexpr int gear_reverse_2 = 21;
constexpr int gear_park = 22;
constexpr int gear_low = 23;
constexpr int gear_low_2 = 24;

/// Whether a number is in the range of gear codes. Not every code has a meaning.
inline bool is_gear_code(double value) {
    return value >= 0.0 && value <= 255.0 && value == std::floor(value);
}
constexpr const char* gear_code_reason = "must be a whole number from 0 to 255";

/// Codes of the public gear command.
constexpr Travel travel_of(int gear) {
    if (gear >= gear_drive && gear <= gear_drive_18) return Travel::forward;
    if (gear == gear_low || gear == gear_low_2) return Travel::forward;
    if (gear == gear_reverse || gear == gear_reverse_2) return Travel::backward;
    return gear == gear_neutral ? Travel::neutral : Travel::locked;
}

}  // namespace plant
