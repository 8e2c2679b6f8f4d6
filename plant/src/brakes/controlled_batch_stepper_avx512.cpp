// SPDX-License-Identifier: MIT
#include "brakes/controlled_batch_step.hpp"

namespace plant {

std::size_t step_controlled_batch_avx512(const PlanarConstants& c, const ControlConstants& k,
                                         Integrator integrator, double h, std::int64_t count,
                                         BatchBlock* blocks, ControlBlock* controls,
                                         std::size_t block_count) {
    return step_controlled_blocks<Lanes8>(c, k, integrator, h, count, blocks, controls,
                                          block_count);
}

}  // namespace plant
