// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"
#include "vehicle_slave/vehicle_package.hpp"

#include <filesystem>
#include <string>

namespace gateway::fmu {

/// The model description of the FMU of a vehicle, whose token is that of the package.
/// @param name of the model
ModelDescription vehicle_description(const VehiclePackage& package, const std::string& name);

/// Writes the FMU of a vehicle, with a token that depends on its variables and its parameters.
/// @param package its token has no effect
/// @param name of the model; empty: that of the vehicle model
/// @return the model description that was written
/// @throws std::invalid_argument if a parameter is out of range, std::runtime_error if the FMU
/// cannot be written
ModelDescription export_vehicle(VehiclePackage package, const std::string& name,
                                const std::filesystem::path& output);

}  // namespace gateway::fmu
