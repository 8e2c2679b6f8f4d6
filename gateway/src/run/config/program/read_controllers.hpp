// SPDX-License-Identifier: MIT
#pragma once

#include "loop/arbiter.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

struct GamepadOptions;

/// Why a person cannot take such a vehicle over, for messages.
constexpr const char* no_controllers_of_shared_vehicle =
    "are not for a vehicle that several programs drive";

/// Reads `controllers`: what besides the program may drive, in the order of the list.
std::vector<ManualControllerFactory> read_controllers(plant::YamlReader& reader);

/// Reads which gamepad drives, and what its axes and buttons mean.
GamepadOptions read_gamepad(plant::YamlReader& reader);

}  // namespace gateway
