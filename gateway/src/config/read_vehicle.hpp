// SPDX-License-Identifier: MIT
#pragma once

#include "../vehicle/vehicle_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads model, parameters, tyre, actuator, sensors, ground, start, actuation and converter with
/// the files they name.
void read_vehicle_parts(plant::YamlReader& reader, VehicleConfig& vehicle);

}  // namespace gateway
