// SPDX-License-Identifier: MIT
#pragma once

#include "../control/ros2_config.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>

namespace gateway {

/// Reads the section `ros2` if it is there.
std::optional<Ros2Config> read_ros2(plant::YamlReader& reader);

}  // namespace gateway
