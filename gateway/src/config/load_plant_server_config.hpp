// SPDX-License-Identifier: MIT
#pragma once

#include "../vdsim/plant_server_config.hpp"

#include <filesystem>

namespace gateway::vdsim {

/// Reads a YAML file with `vehicles`, as docs/vds1-server.md describes it.
/// @throws plant::FileError with every mistake
PlantServerConfig load_plant_server_config(const std::filesystem::path& file);

}  // namespace gateway::vdsim
