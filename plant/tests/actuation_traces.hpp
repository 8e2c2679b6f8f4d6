// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_vehicle.hpp>

#include <string>

namespace plant {

inline const std::string actuation_traces = ACTUATION_TRACES;

/// Parameters with the maps of the traces.
inline ActuationParams params_of_traces() {
    const std::string maps = actuation_traces + "/maps/";
    ActuationParams params;
    params.compatibility = Compatibility::reference;
    params.nominal_step_s = 1.0 / 30.0;
    params.accel_map = load_calibration_map(maps + "accel_map.csv", MapKind::accel);
    params.brake_map = load_calibration_map(maps + "brake_map.csv", MapKind::brake);
    params.steer_map = load_calibration_map(maps + "steer_map.csv", MapKind::steer);
    return params;
}

inline ActuationParams params_of_variant() {
    ActuationParams params = params_of_traces();
    params.accel = {0.2, 0.3};
    params.brake = {0.05, 0.01};
    params.steer_bias_rad = 0.02;
    return params;
}

inline ActuationParams params_of_mechanical() {
    ActuationParams params = params_of_traces();
    params.steer = {0.0, 0.001};
    return params;
}

}  // namespace plant
