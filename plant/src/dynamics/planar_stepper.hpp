// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "dynamics/instruction_set.hpp"
#include "dynamics/planar_kernel.hpp"

#include <cstddef>
#include <cstdint>

namespace plant {

/// Advances one vehicle by `count` steps of `h` seconds with constant input.
using PlanarStepper = void(const PlanarConstants&, const PlanarInput<double, Lanes>&, Integrator,
                           double h, std::int64_t count, PlanarState<double, Lanes>&);

/// States and inputs of eight vehicles.
struct BatchBlock {
    PlanarState<Lanes8, Quad> state;
    PlanarInput<Lanes8, Quad> input;
};

// The layout must be the same for all instruction sets.
using SharedState = PlanarState<double, Lanes>;
using SharedInput = PlanarInput<double, Lanes>;
static_assert(sizeof(SharedState) == 192 && offsetof(SharedState, spin) == 64);
static_assert(sizeof(SharedInput) == 256 && offsetof(SharedInput, friction) == 160);
static_assert(sizeof(PlanarState<Lanes8, Quad>) == 1280 && alignof(BatchBlock) == 64);
static_assert(sizeof(PlanarInput<Lanes8, Quad>) == 1536);

/// As above for blocks of eight vehicles. A vehicle keeps its state if the new one would not be
/// finite or it would roll over. @return number of these vehicles
using BatchStepper = std::size_t(const PlanarConstants&, Integrator, double h, std::int64_t count,
                                 BatchBlock* blocks, std::size_t block_count);

/// The same source, compiled for several instruction sets; all give bit-identical results.
PlanarStepper step_planar_baseline;
PlanarStepper step_planar_avx2;
BatchStepper step_batch_baseline;
BatchStepper step_batch_avx2;
BatchStepper step_batch_avx512;

/// The stepper of an instruction set. One vehicle has four wheels, so AVX2 registers suffice.
inline PlanarStepper* planar_stepper(InstructionSet set) {
    return set == InstructionSet::sse2 ? step_planar_baseline : step_planar_avx2;
}
inline BatchStepper* batch_stepper(InstructionSet set) {
    switch (set) {
        case InstructionSet::avx512:
            return step_batch_avx512;
        case InstructionSet::avx2:
            return step_batch_avx2;
        case InstructionSet::sse2:
            break;
    }
    return step_batch_baseline;
}

}  // namespace plant
