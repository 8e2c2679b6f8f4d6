// SPDX-License-Identifier: MIT
#pragma once

#include "command_converter.hpp"

#include "command_level/level_conversion_config.hpp"

#include <gateway/base/seams.hpp>

#include <plant/scenario.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace gateway {

/// A simulated vehicle, and where it starts.
struct VehicleConfig {
    plant::Model model = plant::Model::seven_dof;
    plant::SessionConfig session;
    plant::GroundParams ground;
    SimTime step{1'000'000};
    /// Left out: at the start of the route, along its first segment; without a route at 0, 0.
    std::optional<double> x_m, y_m, yaw_deg;
    double vx_mps = 0;
    bool has_nominal_step = false;  ///< given by the file of actuation parameters
    /// Between pedals and an actuation model.
    std::optional<ConversionOptions> converter;
    /// From other levels of commands to pedals; nothing: as level_conversion_of() finds it.
    std::optional<LevelConversionConfig> controller;
    /// What is strange but was asked for.
    std::vector<std::string> warnings;
};

/// Where it stands or rolls at first; a place left out is 0.
plant::State start_of(const VehicleConfig& vehicle);
/// A session of that vehicle at its start.
std::unique_ptr<plant::SimSession> create_session(const VehicleConfig& vehicle);

/// Between its axles.
double wheel_base_of(const VehicleConfig& vehicle);

/// How commands of all levels become pedals of that vehicle: from its parameters, its tyre and,
/// with a converter, from what that makes of pedals.
LevelConversionConfig level_conversion_of(const VehicleConfig& vehicle);

/// Gives a vehicle its step, which its simulator's steps do not exceed. A file of actuation
/// parameters that does not say for which step it is meant is meant for this one.
void set_step(VehicleConfig& vehicle, SimTime step);

}  // namespace gateway
