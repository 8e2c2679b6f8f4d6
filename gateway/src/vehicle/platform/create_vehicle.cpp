// SPDX-License-Identifier: MIT
#include "create_vehicle.hpp"

#include "converted_vehicle.hpp"
#include "sim_vehicle.hpp"

#include "command_level/level_converting_vehicle.hpp"

namespace gateway {

std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config) {
    const Level level = plant::takes_actuation(config.model) ? Level::actuation : Level::pedals;
    const bool publishes_steer = config.session.actuation.enable_pub_steer;
    // A converter needs the tyre angle, even if the feedback does not publish it.
    std::unique_ptr<Vehicle> vehicle = std::make_unique<SimVehicle>(
        create_session(config), config.step, level, publishes_steer || config.converter);
    if (config.converter)
        vehicle = std::make_unique<ConvertedVehicle>(std::move(vehicle), *config.converter,
                                                     publishes_steer);
    return with_level_conversion(
        std::move(vehicle), config.controller ? *config.controller : level_conversion_of(config));
}

}  // namespace gateway
