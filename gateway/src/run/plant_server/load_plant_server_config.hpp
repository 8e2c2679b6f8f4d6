// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server_config.hpp"

#include <filesystem>

namespace gateway::vdsim {

/// Reads a YAML file with `vehicles`, as docs/vds1-server.md describes it.
/// @throws plant::FileError with every mistake
/// @throws std::invalid_argument if the recording would overwrite a file that is read
PlantServerConfig load_plant_server_config(const std::filesystem::path& file);

/// One item of `vehicles` that comes while the others run.
/// @param text YAML or JSON, that stands for `file`: files that it names are relative to that
/// @param step a tick
/// @throws plant::FileError with every mistake
PlantVehicleConfig load_plant_vehicle(const std::filesystem::path& file, const std::string& text,
                                      SimTime step);

}  // namespace gateway::vdsim
