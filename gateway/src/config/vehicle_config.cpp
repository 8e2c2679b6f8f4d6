// SPDX-License-Identifier: MIT
#include "vehicle_config.hpp"

#include <plant/parameter_error.hpp>

#include <cmath>

namespace gateway {
namespace {

void read_start(ConfigReader reader, VehicleConfig& vehicle) {
    const auto optional_number = [&](const char* key, std::optional<double>& value) {
        double read = std::nan("");
        reader.number(key, read, -1e9, 1e9);
        if (!std::isnan(read)) value = read;
    };
    optional_number("x_m", vehicle.x_m);
    optional_number("y_m", vehicle.y_m);
    optional_number("yaw_deg", vehicle.yaw_deg);
    reader.number("vx_mps", vehicle.vx_mps, -100, 100);
    reader.finish();
}

}  // namespace

void read_vehicle_parts(ConfigReader& reader, VehicleConfig& vehicle) {
    plant::SessionConfig& session = vehicle.session;
    const std::vector<std::string> models{"kinematic", "bicycle", "seven_dof", "fourteen_dof"};
    if (const auto index = reader.choice("model", models))
        vehicle.model = plant::model_named(models[*index]);
    read_parameters(reader, "parameters", session.vehicle, plant::load_vehicle);
    read_parameters(reader, "tyre", session.tyre,
                    [](const std::filesystem::path& file) { return plant::load_tyre(file); });
    read_parameters(reader, "actuator", session.actuator, plant::load_actuator);
    read_parameters(reader, "sensors", session.sensors, plant::load_sensors);
    read_parameters(reader, "ground", vehicle.ground, plant::load_ground);
    if (auto start = reader.section("start")) read_start(*start, vehicle);
}

}  // namespace gateway
