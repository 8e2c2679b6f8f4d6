// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/instruction_set.hpp"
#include "dynamics/ride_kernel.hpp"

#include <cstddef>
#include <cstdint>

namespace plant {

RideConstants prepare_ride(const VehicleParams& vehicle, const TyreParams& tyre);

/// Advances a fourteen-DOF vehicle by `count` steps of `h` seconds with constant input.
using RideStepper = void(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                         Integrator integrator, double h, std::int64_t count, RidingState& state);

// The layout must be the same for all instruction sets.
static_assert(sizeof(RideState) == 192 && offsetof(RideState, hub) == 64);
static_assert(sizeof(RidingState) == 384 && offsetof(RidingInput, road_rate) == 256);

/// The same source, compiled for two instruction sets; both give bit-identical results.
RideStepper step_riding_baseline;
RideStepper step_riding_avx2;

/// The stepper of an instruction set.
inline RideStepper* ride_stepper(InstructionSet set) {
    return set == InstructionSet::sse2 ? step_riding_baseline : step_riding_avx2;
}

}  // namespace plant
