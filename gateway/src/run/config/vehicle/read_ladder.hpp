// SPDX-License-Identifier: MIT
#pragma once

#include "command_level/ladder_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `controller` of a vehicle; what it leaves out stays as it is.
void read_ladder(plant::YamlReader& vehicle, LadderConfig& config);

}  // namespace gateway
