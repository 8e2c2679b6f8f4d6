// SPDX-License-Identifier: MIT
#pragma once

#include "description/model_description.hpp"

#include <plant/model.hpp>
#include <plant/parameter_list.hpp>

#include <filesystem>
#include <memory>
#include <string>

namespace gateway::fmu {

/// The state in which a vehicle starts, rolling straight ahead without slip.
struct VehicleStart {
    double x_m = 0;      ///< of the centre of gravity
    double y_m = 0;      ///< of the centre of gravity
    double yaw_rad = 0;  ///< from east, counter-clockwise
    double vx_mps = 0;   ///< forward
};

/// What the FMU of a vehicle simulates. The exporter writes it as `resources/parameters.txt`, the
/// library reads it. Variables of the FMU replace the values before initialisation.
struct VehiclePackage {
    Version version = Version::fmi2;
    std::string token{};  ///< guid or instantiationToken
    plant::Model model = plant::Model::seven_dof;
    plant::SimDuration step{1'000'000};  ///< length of a tick
    plant::VehicleSetup setup{};
    VehicleStart start{};
};

/// A session in its initial state. The integration steps are not longer than a tick.
/// @throws std::invalid_argument for parameters out of range
std::unique_ptr<plant::SimSession> create_session(const VehiclePackage& package);

/// The name of the file with the package, in the folder `resources`.
inline constexpr const char* package_file = "parameters.txt";

/// One value a line, with the same bits when it is read.
std::string to_text(const VehiclePackage& package);

/// The inverse. @throws std::invalid_argument, with the number of the line, for everything else
VehiclePackage vehicle_package_from(const std::string& text);

/// Reads parameters.txt of a folder, of at most 16 MiB.
/// @throws std::exception if it cannot be read or is invalid
VehiclePackage read_vehicle_package(const std::filesystem::path& resources);

}  // namespace gateway::fmu
