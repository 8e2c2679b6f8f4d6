// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "plant/actuation_params.hpp"
#include "plant/model.hpp"
#include "plant/vehicle_dynamics.hpp"

namespace plant {

/// An actuation vehicle as a model of a session. Its point is the centre of gravity, where the
/// vehicle's parameters put it in front of the rear axle; the wheelbase that turns the vehicle is
/// that of `params`. The slope comes from the ground, the handbrake is the brake map's last row.
/// The reference behaviour moves once a step, the corrected one in parts no longer than
/// nominal_step_s. Throws std::invalid_argument as ActuationVehicle does.
std::unique_ptr<VehicleDynamics> create_actuation(Model model, const ActuationParams& params);

}  // namespace plant
