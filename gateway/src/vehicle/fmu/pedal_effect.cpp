// SPDX-License-Identifier: MIT
#include "pedal_effect.hpp"

#include "command_level/pedals.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// The part of a resistance that acts: against the motion, and less near the standstill.
double against(double speed_mps) noexcept {
    return std::clamp(speed_mps / standstill_mps, -1.0, 1.0);
}

double direction_of(plant::Gear gear) noexcept {
    return static_cast<double>(static_cast<int>(gear));
}

}  // namespace

double acceleration_of(const PedalCommand& pedals, plant::Gear gear, const PedalResponse& response,
                       double speed_mps) noexcept {
    const double speed = std::abs(speed_mps);
    const AccelerationRange range = range_of(response, speed);
    const double resistance = resistance_mps2(response, speed, true);
    const double drive = pedals.throttle * (range.max_mps2 + resistance) * direction_of(gear);
    return drive - (pedals.brake * response.full_brake_mps2 + resistance) * against(speed_mps);
}

double wheel_torque_of(const PedalCommand& pedals, plant::Gear gear, double drive_nm,
                       double brake_nm, double speed_mps) noexcept {
    return (pedals.throttle * drive_nm * direction_of(gear) -
            pedals.brake * brake_nm * against(speed_mps)) /
           4;
}

}  // namespace gateway
