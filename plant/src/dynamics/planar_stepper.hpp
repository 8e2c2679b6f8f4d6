// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "dynamics/planar_kernel.hpp"
#include "plant/vehicle_dynamics.hpp"

namespace plant {

/// Moves one vehicle on by `count` steps of `h` seconds with the input held.
using PlanarStepper = void(const PlanarConstants&, const PlanarInput<double, Lanes>&, Integrator,
                           double h, std::int64_t count, PlanarState<double, Lanes>&);

/// Four vehicles and what they are moved by.
struct BatchBlock {
    PlanarState<Lanes, Quad> state;
    PlanarInput<Lanes, Quad> input;
};

// Both instruction sets must see the same layout.
using SharedState = PlanarState<double, Lanes>;
using SharedInput = PlanarInput<double, Lanes>;
static_assert(sizeof(SharedState) == 160 && offsetof(SharedState, spin) == 64);
static_assert(sizeof(SharedInput) == 192 && offsetof(SharedInput, friction) == 128);
static_assert(sizeof(PlanarState<Lanes, Quad>) == 640 && alignof(BatchBlock) == 32);
static_assert(sizeof(PlanarInput<Lanes, Quad>) == 640);

/// The same for blocks of four vehicles.
using BatchStepper = void(const PlanarConstants&, Integrator, double h, std::int64_t count,
                          BatchBlock* blocks, std::size_t block_count);

/// The same source, compiled for two instruction sets; both give the same bits.
PlanarStepper step_planar_baseline;
PlanarStepper step_planar_avx2;
BatchStepper step_batch_baseline;
BatchStepper step_batch_avx2;

/// The fastest that this processor runs.
inline PlanarStepper* planar_stepper() {
    return __builtin_cpu_supports("avx2") ? step_planar_avx2 : step_planar_baseline;
}
inline BatchStepper* batch_stepper() {
    return __builtin_cpu_supports("avx2") ? step_batch_avx2 : step_batch_baseline;
}

}  // namespace plant
