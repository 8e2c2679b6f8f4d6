// SPDX-License-Identifier: MIT
#include "create_vehicle.hpp"

#include "converted_vehicle.hpp"
#include "sim_vehicle.hpp"

#include "command_level/level_converting_vehicle.hpp"

#include <utility>

namespace gateway {

std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config, plant::TickHook* hook) {
    const Level level = plant::takes_actuation(config.model) ? Level::actuation : Level::pedals;
    const bool publishes_steer = config.session.actuation.enable_pub_steer;
    auto session = create_session(config);
    session->set_hook(hook);
    // A converter needs the tyre angle, even if the feedback does not publish it.
    std::unique_ptr<Vehicle> vehicle = std::make_unique<SimVehicle>(
        std::move(session), config.step, level, publishes_steer || config.converter);
    if (config.converter)
        vehicle = std::make_unique<ConvertedVehicle>(std::move(vehicle), *config.converter,
                                                     publishes_steer);
    return with_level_conversion(
        std::move(vehicle), config.controller ? *config.controller : level_conversion_of(config));
}

}  // namespace gateway
