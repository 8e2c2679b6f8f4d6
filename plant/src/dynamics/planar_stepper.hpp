// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dynamics/planar_kernel.hpp"
#include "plant/vehicle_dynamics.hpp"

namespace plant {

/// Moves one vehicle on by `count` steps of `h` seconds with the input held.
using PlanarStepper = void(const PlanarConstants&, const PlanarInput<double, Lanes>&, Integrator,
                           double h, std::int64_t count, PlanarState<double, Lanes>&);

/// The same source, compiled for two instruction sets; both give the same bits.
PlanarStepper step_planar_baseline;
PlanarStepper step_planar_avx2;

/// The fastest that this processor runs.
inline PlanarStepper* planar_stepper() {
    return __builtin_cpu_supports("avx2") ? step_planar_avx2 : step_planar_baseline;
}

}  // namespace plant
