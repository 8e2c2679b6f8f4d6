// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

/// Refuses faults of links that a program does not have, and warns of those of ddcserver. To be
/// called when all programs and their sockets were read.
/// @param programs the maps of the programs, in the order of the configuration
void check_link_faults(std::vector<plant::YamlReader>& programs, RunConfig& config);

}  // namespace gateway
