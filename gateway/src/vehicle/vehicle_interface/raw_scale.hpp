// SPDX-License-Identifier: MIT
#pragma once

#include "messages.hpp"
#include "safety_config.hpp"

#include <gateway/base/command.hpp>

#include <cstdint>

namespace gateway::vehicle_interface {

/// Pedals above full are limited. Rear steering is ignored.
inline PedalCommand pedals_of(const RawControlCommand& raw, const RawScale& scale) noexcept {
    const auto share = [](std::uint32_t value, std::uint32_t full) {
        return value >= full ? 1.0 : static_cast<double>(value) / full;
    };
    PedalCommand pedals;
    pedals.throttle = share(raw.throttle, scale.throttle_full);
    pedals.brake = share(raw.brake, scale.brake_full);
    pedals.steer_rad = static_cast<double>(raw.front_steer) / scale.steer_per_rad;
    return pedals;
}

}  // namespace gateway::vehicle_interface
