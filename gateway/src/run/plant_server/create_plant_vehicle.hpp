// SPDX-License-Identifier: MIT
#pragma once

#include "plant_faults.hpp"
#include "plant_server_config.hpp"

namespace gateway::vdsim {

/// The board of a vehicle's safety rules; null if it has none.
std::unique_ptr<SafetyBoard> create_board(const PlantVehicleConfig& config);
Filters create_plant_filters(const PlantVehicleConfig& config, SafetyBoard* board);
/// A vehicle at its start position. @param board, faults outlive it; null: none
/// @throws std::invalid_argument for parameters that no vehicle can have
std::unique_ptr<PlantVehicle> create_plant_vehicle(const PlantVehicleConfig& config,
                                                   double time_scale, SafetyBoard* board,
                                                   PlantFaults* faults = nullptr);

}  // namespace gateway::vdsim
