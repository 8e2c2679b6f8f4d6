// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include "command_level/level_conversion_config.hpp"
#include "fmu/fmu_vehicle_config.hpp"

#include <gateway/base/seams.hpp>

#include <plant/scenario.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A simulated vehicle and its initial state.
struct VehicleConfig {
    /// An FMU simulates it instead of the model, of which only the dimensions are used.
    std::optional<FmuVehicleConfig> fmu{};
    plant::Model model = plant::Model::seven_dof;
    plant::SessionConfig session;
    plant::GroundParams ground;
    SimTime step{1'000'000};
    /// Omitted: at the start of the route, along its first segment; without a route at 0, 0.
    std::optional<double> x_m, y_m, yaw_deg;
    double vx_mps = 0;
    bool has_nominal_step = false;  ///< given by the file of actuation parameters
    /// Converts pedals to the input of an actuation model.
    std::optional<ConversionOptions> converter;
    /// Converts other levels of commands to pedals; nothing: the result of level_conversion_of().
    std::optional<LevelConversionConfig> controller;
    /// Changes values inside its ticks; outlives the vehicle; null: none.
    plant::TickHook* hook = nullptr;
    /// Settings that are valid but unusual, one sentence each.
    std::vector<std::string> warnings;
};

/// The initial state; an omitted position is 0.
plant::State start_of(const VehicleConfig& vehicle);
/// Creates a session of the vehicle in its initial state.
std::unique_ptr<plant::SimSession> create_session(const VehicleConfig& vehicle);

/// The name of the model, or of the FMU's file.
std::string name_of(const VehicleConfig& vehicle);

/// The distance between the axles.
double wheel_base_of(const VehicleConfig& vehicle);

/// The conversion of commands to pedals for the vehicle, from its parameters, its tyre and its
/// converter, if it has one.
LevelConversionConfig level_conversion_of(const VehicleConfig& vehicle);

/// Sets the step of a vehicle, and limits the integration steps to it. Actuation parameters without
/// a nominal step get this one.
void set_step(VehicleConfig& vehicle, SimTime step);

}  // namespace gateway
