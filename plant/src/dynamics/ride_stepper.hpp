// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/instruction_set.hpp"
#include "dynamics/ride_kernel.hpp"

#include <cstddef>
#include <cstdint>

namespace plant {

RideConstants prepare_ride(const VehicleParams& vehicle, const TyreParams& tyre);

/// Moves a fourteen-DOF vehicle on by `count` steps of `h` seconds with the input held.
using RideStepper = void(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                         Integrator integrator, double h, std::int64_t count, RidingState& state);

// All instruction sets must see the same layout.
static_assert(sizeof(RideState) == 192 && offsetof(RideState, hub) == 64);
static_assert(sizeof(RidingState) == 384 && offsetof(RidingInput, road_rate) == 256);

/// The same source, compiled for two instruction sets; both give the same bits.
RideStepper step_riding_baseline;
RideStepper step_riding_avx2;

/// Of one instruction set.
inline RideStepper* ride_stepper(InstructionSet set) {
    return set == InstructionSet::sse2 ? step_riding_baseline : step_riding_avx2;
}

}  // namespace plant
