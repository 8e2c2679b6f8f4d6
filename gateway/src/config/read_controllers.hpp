// SPDX-License-Identifier: MIT
#pragma once

#include "../loop/arbiter.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

/// Reads `controllers`: what besides the program may drive, in the order of the list.
std::vector<ManualControllerFactory> read_controllers(plant::YamlReader& reader);

}  // namespace gateway
