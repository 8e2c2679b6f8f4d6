// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_config.hpp"

#include <gateway/base/seams.hpp>

#include <memory>

namespace gateway {

/// The simulated vehicle that a configuration describes, at its start.
/// @throws std::invalid_argument for parameters that make no vehicle
std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config);

}  // namespace gateway
