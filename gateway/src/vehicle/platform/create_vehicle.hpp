// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_config.hpp"

#include <gateway/base/seams.hpp>

#include <memory>

namespace gateway {

/// Creates the simulated vehicle of a configuration, in its initial state.
/// @throws std::invalid_argument for invalid parameters
std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config);

}  // namespace gateway
