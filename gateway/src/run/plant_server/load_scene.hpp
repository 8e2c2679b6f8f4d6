// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server_config.hpp"

#include <filesystem>

namespace gateway::vdsim {

/// Reads the configuration of vdsim_realtime from a file in this project's form or in the public
/// simulator's world form (`sim`, `mu`, `vehicles` with `id`, `level`, `x0`, ...).
///
/// Keys of the world form that are not read are in `warnings`. These include the files of its
/// vehicles and tyres: the defaults are used instead. STATEs go to 127.0.0.1:7002 in version 5.
/// @throws plant::FileError, also for a catalogue scene (`fleet`)
PlantServerConfig load_scene(const std::filesystem::path& file);

}  // namespace gateway::vdsim
