// SPDX-License-Identifier: MIT
#include "create_vehicle.hpp"

#include "converted_vehicle.hpp"
#include "sim_vehicle.hpp"

#include "command_level/level_converting_vehicle.hpp"
#include "fmu/fmu_vehicle.hpp"

#include <plant/angle.hpp>

namespace gateway {
namespace {

/// Pedals have the effect that the conversion of the other levels assumes.
std::unique_ptr<Vehicle> create_fmu_vehicle(const VehicleConfig& config,
                                            const LevelConversionConfig& conversion) {
    FmuVehicleStart start;
    start.step = config.step;
    start.x_m = config.x_m;
    start.y_m = config.y_m;
    if (config.yaw_deg) start.yaw_rad = *config.yaw_deg / plant::deg_per_rad;
    start.vx_mps = config.vx_mps;
    start.pedals = conversion.pedals;
    start.drive_torque_nm = config.session.vehicle.drive.max_torque_nm;
    start.brake_torque_nm = config.session.vehicle.brake.max_torque_nm;
    return std::make_unique<FmuVehicle>(*config.fmu, start);
}

}  // namespace

std::unique_ptr<Vehicle> create_vehicle(const VehicleConfig& config) {
    const LevelConversionConfig conversion =
        config.controller ? *config.controller : level_conversion_of(config);
    if (config.fmu)
        return with_level_conversion(create_fmu_vehicle(config, conversion), conversion);
    const Level level = plant::takes_actuation(config.model) ? Level::actuation : Level::pedals;
    const bool publishes_steer = config.session.actuation.enable_pub_steer;
    // A converter needs the tyre angle, even if the feedback does not publish it.
    std::unique_ptr<Vehicle> vehicle = std::make_unique<SimVehicle>(
        create_session(config), config.step, level, publishes_steer || config.converter);
    if (config.converter)
        vehicle = std::make_unique<ConvertedVehicle>(std::move(vehicle), *config.converter,
                                                     publishes_steer);
    return with_level_conversion(std::move(vehicle), conversion);
}

}  // namespace gateway
