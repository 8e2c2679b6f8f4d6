// SPDX-License-Identifier: MIT
#pragma once

#include "geodesy/geodetic.hpp"
#include "loop/failsafe.hpp"
#include "platform/vehicle_config.hpp"

#include <plant/yaml_reader.hpp>

#include <optional>

namespace gateway {

/// Reads model, parameters, tyre, actuator, sensors, ground, start, actuation and converter, with
/// the files that they name.
void read_vehicle_parts(plant::YamlReader& reader, VehicleConfig& vehicle);

/// Reads the section `start`.
void read_start(plant::YamlReader reader, VehicleConfig& vehicle);

/// Sets the step of a vehicle after it was read; refuses a vehicle whose wheels, springs or dampers
/// require shorter steps.
void set_stable_step(plant::YamlReader& reader, VehicleConfig& vehicle, SimTime step);

/// Reads `failsafe`, which a run and vdsim_realtime share.
/// @param actuation of the vehicle, if it accepts actuation commands
void read_failsafe(plant::YamlReader& reader, const plant::ActuationParams& actuation,
                   Failsafe& failsafe);

/// The command that decelerates an actuation vehicle by this value at 10 m/s.
ActuationCommand actuation_that_brakes(const plant::ActuationParams& params,
                                       double deceleration_mps2);

/// Reads the section `controller` of a vehicle; missing keys leave `config` unchanged.
void read_level_conversion(plant::YamlReader& vehicle, LevelConversionConfig& config);

/// Reads the section `origin` if it exists.
std::optional<WorldOrigin> read_origin(plant::YamlReader& reader);

}  // namespace gateway
