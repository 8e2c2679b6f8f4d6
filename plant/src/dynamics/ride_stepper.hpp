// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/ride_kernel.hpp"

#include <cstdint>

namespace plant {

RideConstants prepare_ride(const VehicleParams& vehicle, const TyreParams& tyre);

/// Moves a fourteen-DOF vehicle on by `count` steps of `h` seconds with the input held.
void step_riding(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                 Integrator integrator, double h, std::int64_t count, RidingState& state);

}  // namespace plant
