// SPDX-License-Identifier: MIT
#pragma once

#include "assembly/run_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `realtime`.
void read_realtime(plant::YamlReader reader, RealtimeConfig& config);

}  // namespace gateway
