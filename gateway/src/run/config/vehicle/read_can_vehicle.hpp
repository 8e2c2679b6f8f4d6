// SPDX-License-Identifier: MIT
#pragma once

#include "can/can_vehicle.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section `can`: the interface, and what lies where in which frame.
CanVehicleOptions read_can_vehicle(plant::YamlReader& reader);

}  // namespace gateway
