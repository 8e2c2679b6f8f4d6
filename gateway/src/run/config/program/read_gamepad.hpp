// SPDX-License-Identifier: MIT
#pragma once

#include "manual/gamepad/gamepad_controller.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads which gamepad drives, and what its axes and buttons mean.
GamepadOptions read_gamepad(plant::YamlReader& reader);

}  // namespace gateway
