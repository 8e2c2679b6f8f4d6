// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

#include <functional>
#include <string>

namespace gateway {

/// Reads a run's file. Its mistakes are noted by `reader`.
using ReadRun = std::function<void(plant::YamlReader& reader)>;

/// Where a key of a run's file that is unknown in its place is read: "it applies to `mode:
/// realtime`", "it is a key of `timing`".
/// @param key with those of its maps: "vehicle.cycle_duration_s"
/// @param mode of the file that has the key
/// @param read asked which keys it reads in each form that a run's file can have
/// @return empty if it is read nowhere
std::string place_of_run_key(const std::string& key, Mode mode, const ReadRun& read);

}  // namespace gateway
