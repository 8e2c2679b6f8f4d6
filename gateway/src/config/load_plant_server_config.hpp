// SPDX-License-Identifier: MIT
#pragma once

#include "../vds1/plant_server_config.hpp"

#include <filesystem>

namespace gateway::vds1 {

/// Reads a YAML file with `vehicles`, as docs/vds1-server.md describes it.
/// @throws plant::FileError with every mistake
PlantServerConfig load_plant_server_config(const std::filesystem::path& file);

}  // namespace gateway::vds1
