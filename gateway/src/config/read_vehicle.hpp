// SPDX-License-Identifier: MIT
#pragma once

#include "../vehicle/vehicle_config.hpp"

#include <plant/yaml_reader.hpp>

#include <filesystem>

namespace gateway {

/// Reads model, parameters, tyre, actuator, sensors, ground, start, actuation and converter with
/// the files they name.
void read_vehicle_parts(plant::YamlReader& reader, VehicleConfig& vehicle);

/// Whether a file of actuation parameters says for which step it is meant.
/// @throws plant::FileError if it is no YAML with keys
bool gives_nominal_step(const std::filesystem::path& actuation);

}  // namespace gateway
