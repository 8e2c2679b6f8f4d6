// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/prepare_control.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/ride_stepper.hpp"

namespace plant {

/// As PlanarStepper, with control of the brakes before each step: `in` gets the brakes and the
/// drive of the last step.
using ControlledStepper = void(const PlanarConstants&, const ControlConstants&, SharedInput& in,
                               const OneControlInput&, Integrator, double h, std::int64_t count,
                               SharedState&, OneControlState&);

/// As RideStepper, with control.
using ControlledRideStepper = void(const PlanarConstants&, const RideConstants&,
                                   const ControlConstants&, RidingInput& in, const OneControlInput&,
                                   Integrator, double h, std::int64_t count, RidingState&,
                                   OneControlState&);

/// Control of eight vehicles.
struct ControlBlock {
    ControlState<Lanes8, Quad> state;
    ControlInput<Lanes8> input;
};

// The layout must be the same for all instruction sets.
static_assert(sizeof(OneControlState) == 192 && offsetof(OneControlState, torque) == 64);
static_assert(sizeof(OneControlInput) == 64);
static_assert(sizeof(ControlBlock) == 1472 && alignof(ControlBlock) == 64);

/// As BatchStepper, with control; `controls` has one block for each of `blocks`.
using ControlledBatchStepper = std::size_t(const PlanarConstants&, const ControlConstants&,
                                           Integrator, double h, std::int64_t count,
                                           BatchBlock* blocks, ControlBlock* controls,
                                           std::size_t block_count);

/// The same source, compiled for several instruction sets; all give bit-identical results.
ControlledStepper step_controlled_baseline;
ControlledStepper step_controlled_avx2;
ControlledRideStepper step_controlled_riding_baseline;
ControlledRideStepper step_controlled_riding_avx2;
ControlledBatchStepper step_controlled_batch_baseline;
ControlledBatchStepper step_controlled_batch_avx2;
ControlledBatchStepper step_controlled_batch_avx512;

/// The steppers of an instruction set.
inline ControlledStepper* controlled_stepper(InstructionSet set) {
    return set == InstructionSet::sse2 ? step_controlled_baseline : step_controlled_avx2;
}
inline ControlledRideStepper* controlled_ride_stepper(InstructionSet set) {
    return set == InstructionSet::sse2 ? step_controlled_riding_baseline
                                       : step_controlled_riding_avx2;
}
inline ControlledBatchStepper* controlled_batch_stepper(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx512:
            return step_controlled_batch_avx512;
        case InstructionSet::avx2:
            return step_controlled_batch_avx2;
        case InstructionSet::sse2:
            break;
    }
    return step_controlled_batch_baseline;
}

}  // namespace plant
