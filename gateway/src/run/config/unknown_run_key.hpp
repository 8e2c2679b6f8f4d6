// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

#include <functional>
#include <string>

namespace gateway {

/// Reads a run's file; its errors are reported to `reader`.
using ReadRun = std::function<void(plant::YamlReader& reader)>;

/// Where an unknown key of a run's file would be valid: "it applies to `mode: realtime`", "it is a
/// key of `timing`".
/// @param key with its maps: "vehicle.cycle_duration_s"
/// @param mode of the file that has the key
/// @param read is called to find the keys of each form of a run's file
/// @return empty if it is not valid anywhere
std::string place_of_run_key(const std::string& key, Mode mode, const ReadRun& read);

}  // namespace gateway
