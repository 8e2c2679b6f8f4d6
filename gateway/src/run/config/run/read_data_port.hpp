// SPDX-License-Identifier: MIT
#pragma once

#include "control/data_port_config.hpp"

#include <plant/yaml_reader.hpp>

namespace gateway {

/// What may be meant by a vehicle in a configuration: its number, or its name.
struct VehicleWords {
    std::string number, name;
};

/// Reads what a section `data_port` has wherever it is.
/// @param vehicles in their order
DataPortConfig read_data_port(plant::YamlReader& reader, const std::vector<VehicleWords>& vehicles);
/// What it has in a run besides: whether a person at the port may drive.
void read_driving(plant::YamlReader& reader, DataPortConfig& config);

}  // namespace gateway
