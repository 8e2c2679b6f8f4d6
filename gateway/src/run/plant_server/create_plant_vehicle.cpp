// SPDX-License-Identifier: MIT
#include "create_plant_vehicle.hpp"

#include "platform/create_vehicle.hpp"

namespace gateway::vdsim {

std::unique_ptr<SafetyBoard> create_board(const PlantVehicleConfig& config) {
    if (!config.safety) return nullptr;
    return std::make_unique<SafetyBoard>(name_of(config.options), *config.safety);
}

Filters create_plant_filters(const PlantVehicleConfig& config, SafetyBoard* board) {
    return create_filters({config.safety, wheel_base_of(config.vehicle), board});
}

std::unique_ptr<PlantVehicle> create_plant_vehicle(const PlantVehicleConfig& config,
                                                   double time_scale, SafetyBoard* board,
                                                   PlantFaults* faults) {
    return std::make_unique<PlantVehicle>(config.options, create_vehicle(config.vehicle),
                                          create_plant_filters(config, board), time_scale, faults);
}

}  // namespace gateway::vdsim
