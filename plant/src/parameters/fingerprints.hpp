// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/actuator_params.hpp>
#include <plant/sensor_params.hpp>
#include <plant/tyre_params.hpp>
#include <plant/vehicle_dynamics.hpp>
#include <plant/vehicle_params.hpp>
#include "fingerprint.hpp"

namespace plant {

// Each is defined in the file with the keys of its parameters.
void add_to(Fingerprint& print, const VehicleParams& params);
void add_to(Fingerprint& print, const TyreParams& params);
void add_to(Fingerprint& print, const SolverParams& params);
void add_to(Fingerprint& print, const ActuatorParams& params);
void add_to(Fingerprint& print, const SensorParams& params);
void add_to(Fingerprint& print, const ActuationParams& params);

}  // namespace plant
