// SPDX-License-Identifier: MIT
#pragma once

#include "control/ros2_config.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>

namespace gateway {

/// @name Read the section `ros2` if it is there
/// @{
std::optional<Ros2Config> read_ros2_of_program(plant::YamlReader& reader);
/// Of vdsim_realtime, which has no programs.
std::optional<Ros2Config> read_ros2_of_plant(plant::YamlReader& reader);
/// @}

}  // namespace gateway
