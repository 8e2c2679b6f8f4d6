// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>
#include "brakes/control_state.hpp"
#include "dynamics/planar_kernel.hpp"

namespace plant {

using OneControlInput = ControlInput<double>;
using OneControlState = ControlState<double, Lanes>;

ControlConstants prepare_control(const VehicleParams& vehicle);

OneControlInput control_input(const Command& command);

/// Released brakes; the yaw-rate reference of ESC is the present yaw rate.
OneControlState control_start(const PlanarConstants& constants,
                              const PlanarState<double, Lanes>& state);

/// For models without four wheels.
/// @throws std::invalid_argument when a part of the brake control is enabled.
void refuse_brake_control(const VehicleParams& vehicle);

}  // namespace plant
