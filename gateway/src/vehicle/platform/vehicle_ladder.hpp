// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_config.hpp"

namespace gateway {

/// How commands of all levels become pedals of that vehicle: from its parameters, its tyre and,
/// with a converter, from what that makes of pedals.
LadderConfig ladder_of(const VehicleConfig& vehicle);

}  // namespace gateway
