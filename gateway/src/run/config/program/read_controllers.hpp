// SPDX-License-Identifier: MIT
#pragma once

#include "loop/arbiter.hpp"

#include <plant/yaml_reader.hpp>

#include <vector>

namespace gateway {

struct GamepadOptions;

/// Why such a vehicle cannot be taken over, for messages.
constexpr const char* no_controllers_of_shared_vehicle =
    "are not for a vehicle that several programs drive";

/// Reads `controllers`: manual control and external controllers, in the order of the list.
std::vector<ManualControllerFactory> read_controllers(plant::YamlReader& reader);

/// Reads which gamepad is used, and the uses of its axes and buttons.
GamepadOptions read_gamepad(plant::YamlReader& reader);

}  // namespace gateway
