// SPDX-License-Identifier: MIT
#include "dynamics/planar_step.hpp"
#include "dynamics/planar_stepper.hpp"

namespace plant {

void step_batch_avx512(const PlanarConstants& c, Integrator integrator, double h,
                       std::int64_t count, BatchBlock* blocks, std::size_t block_count) {
    for (std::size_t i = 0; i < block_count; ++i) {
        step_many(c, blocks[i].input, integrator, h, count, blocks[i].state);
    }
}

}  // namespace plant
