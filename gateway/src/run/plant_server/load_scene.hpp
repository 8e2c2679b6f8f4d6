// SPDX-License-Identifier: MIT
#pragma once

#include "plant_server_config.hpp"

#include <filesystem>

namespace gateway::vdsim {

/// Reads what vdsim_realtime runs from a file in our form or in the public simulator's world form
/// (`sim`, `mu`, `vehicles` with `id`, `level`, `x0`, ...).
///
/// Of the world form, what is not read is in its `warnings`: also the files of its vehicles and
/// tyres, instead of which our defaults drive. Its STATEs go to 127.0.0.1:7002 in version 5.
/// @throws plant::FileError, also for a catalogue scene (`fleet`)
PlantServerConfig load_scene(const std::filesystem::path& file);

}  // namespace gateway::vdsim
