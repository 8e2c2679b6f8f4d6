// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "dynamics/prepare_planar.hpp"

namespace plant {

/// Refuses steps that are too long for the vehicle's wheels, springs and dampers on its tyres: near
/// standstill, at a walk and at speed no small disturbance of straight rolling may grow but as it
/// would with much shorter steps, and brakes must not make it faster. @param is_sprung the body
/// rides on springs (L3)
/// @throws std::invalid_argument with the longest step that would do.
void require_stable_steps(const VehicleParams& vehicle, const TyreParams& tyre,
                          const SolverParams& solver, Tracks tracks, bool is_sprung);

}  // namespace plant
