// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server_config.hpp"

#include <filesystem>

namespace gateway::vdsim {

/// Reads a YAML file with `vehicles`, see docs/reference/vdsim_realtime.md.
/// @throws plant::FileError with all errors
/// @throws std::invalid_argument if the recording would overwrite a file that is read
PlantServerConfig load_plant_server_config(const std::filesystem::path& file);

/// Reads one item of `vehicles` that is added while the server runs.
/// @param text YAML or JSON, used as the content of `file`: names of files are relative to that
/// @param step a tick
/// @throws plant::FileError with all errors
PlantVehicleConfig load_plant_vehicle(const std::filesystem::path& file, const std::string& text,
                                      SimTime step);

}  // namespace gateway::vdsim
