// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

/// Reads `time`, and `vehicle.of` of each program.
/// @param items of the list `programs`; empty without a list
/// @param config its programs are those of `items` with a valid name
void read_shared_time(plant::YamlReader& file, std::vector<plant::YamlReader>& items,
                      RunConfig& config);

}  // namespace gateway
