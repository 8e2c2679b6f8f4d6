// SPDX-License-Identifier: MIT
#pragma once

#include "platform/vehicle_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the keys of a vehicle that an FMU simulates: fmu, map, limits, parameters and start. Keys
/// of a model are unknown there.
/// @return false without the key `fmu`
bool read_fmu_vehicle(plant::YamlReader& vehicle, VehicleConfig& config);

/// Reads a map of an FMU's variables from a file.
/// @throws plant::FileError
FmuMap load_fmu_map(const std::filesystem::path& file);

}  // namespace gateway
