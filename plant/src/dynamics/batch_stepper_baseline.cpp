// SPDX-License-Identifier: MIT
#include "dynamics/batch_step.hpp"
#include "dynamics/planar_stepper.hpp"

namespace plant {

std::size_t step_batch_baseline(const PlanarConstants& c, Integrator integrator, double h,
                                std::int64_t count, BatchBlock* blocks, std::size_t block_count) {
    return step_blocks<Lanes2>(c, integrator, h, count, blocks, block_count);
}

}  // namespace plant
