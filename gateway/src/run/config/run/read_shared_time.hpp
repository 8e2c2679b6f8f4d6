// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

/// Reads `time`, and `vehicle.of` of each program.
/// @param items of the list `programs`, none without a list
/// @param config its programs are those of `items`, without those that have no good name
void read_shared_time(plant::YamlReader& file, std::vector<plant::YamlReader>& items,
                      RunConfig& config);

}  // namespace gateway
