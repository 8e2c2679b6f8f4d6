// SPDX-License-Identifier: MIT
#include "pedals.hpp"

#include <algorithm>

namespace gateway {
namespace {

double full_throttle_mps2(const PedalResponse& response, double speed_mps) noexcept {
    constexpr double slowest_mps = 1e-3;
    return std::min(response.full_throttle_mps2,
                    response.power_w_per_kg / std::max(speed_mps, slowest_mps));
}

}  // namespace

double resistance_mps2(const PedalResponse& response, double speed_mps, bool is_to_move) noexcept {
    if (speed_mps < standstill_mps) return is_to_move ? response.rolling_mps2 : 0;
    return response.rolling_mps2 + response.drag_per_m * speed_mps * speed_mps;
}

AccelerationRange range_of(const PedalResponse& response, double speed_mps) noexcept {
    const double resistance = resistance_mps2(response, speed_mps, true);
    return {-response.full_brake_mps2 - resistance,
            full_throttle_mps2(response, speed_mps) - resistance};
}

PedalCommand pedals_for(const PedalResponse& response, double accel_mps2,
                        double speed_mps) noexcept {
    const double push = accel_mps2 + resistance_mps2(response, speed_mps, accel_mps2 > 0);
    PedalCommand pedals;
    if (push > 0)
        pedals.throttle = std::min(push / full_throttle_mps2(response, speed_mps), 1.0);
    else
        pedals.brake = std::min(-push / response.full_brake_mps2, 1.0);
    return pedals;
}

}  // namespace gateway
