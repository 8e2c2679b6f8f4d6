// SPDX-License-Identifier: MIT
#include "create_vehicle.hpp"

#include "converted_vehicle.hpp"
#include "sim_vehicle.hpp"
#include "vehicle_ladder.hpp"

#include "../ladder/ladder_vehicle.hpp"

namespace gateway {

std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config) {
    const Level level = plant::takes_actuation(config.model) ? Level::actuation : Level::pedals;
    std::unique_ptr<Vehicle> vehicle =
        std::make_unique<SimVehicle>(create_session(config), config.step, level);
    if (config.converter)
        vehicle = std::make_unique<ConvertedVehicle>(std::move(vehicle), *config.converter);
    return with_ladder(std::move(vehicle),
                       config.controller ? *config.controller : ladder_of(config));
}

}  // namespace gateway
