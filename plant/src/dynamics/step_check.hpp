// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "dynamics/prepare_planar.hpp"

namespace plant {

/// Rejects steps that are too long for wheels, springs and dampers of the vehicle on its tyres.
/// Near standstill, at walking speed and at speed, small disturbances of straight rolling must not
/// grow more than with much shorter steps, and braking must not increase the speed.
/// @param is_sprung whether the body is on springs (L3)
/// @throws std::invalid_argument with the longest permitted step.
void require_stable_steps(const VehicleParams& vehicle, const TyreParams& tyre,
                          const SolverParams& solver, Tracks tracks, bool is_sprung);

}  // namespace plant
