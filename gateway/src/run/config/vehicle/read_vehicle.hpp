// SPDX-License-Identifier: MIT
#pragma once

#include "platform/vehicle_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads model, parameters, tyre, actuator, sensors, ground, start, actuation and converter with
/// the files they name.
void read_vehicle_parts(plant::YamlReader& reader, VehicleConfig& vehicle);

/// Sets the step of a vehicle that has been read, and refuses one whose wheels, springs or dampers
/// need shorter steps.
void set_stable_step(plant::YamlReader& reader, VehicleConfig& vehicle, SimTime step);

}  // namespace gateway
