// SPDX-License-Identifier: MIT
#pragma once

#include "can/can_vehicle.hpp"
#include "platform/remote_vehicle.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// Reads the section of `vehicle` that names a remote vehicle; empty without one.
/// @param is_measured the run is in measured mode, which does not allow remote vehicles
RemoteVehicleFactory read_remote_vehicle(plant::YamlReader& vehicle, bool is_measured);

/// Reads the section `can`: the interface and the frames with their signals.
CanVehicleOptions read_can_vehicle(plant::YamlReader& reader);

/// Reads the section `vds1`.
vds1::ClientOptions read_vds1_vehicle(plant::YamlReader& reader);

}  // namespace gateway
