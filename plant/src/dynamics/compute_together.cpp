// SPDX-License-Identifier: MIT
#include "dynamics/compute_together.hpp"

namespace plant {

/// Lanes that are left over do what the first one does. A block that holds a vehicle back is
/// computed again one by one, so that each finds out by itself what became of it: that is rare.
void compute_together(FourWheeler* const* vehicles, FourWheeler::Step* steps, std::size_t count) {
    BatchBlock block;
    for (std::size_t i = 0; i < block_lanes; ++i) {
        const FourWheeler::Step& step = steps[i < count ? i : 0];
        put_lane(block.state, static_cast<int>(i), step.end.planar);
        put_lane(block.input, static_cast<int>(i), step.input.planar);
    }
    const FourWheelModel& m = *vehicles[0]->model();
    const Substeps substeps = divide(steps[0].duration, m.solver.max_step);
    const std::size_t kept_back = batch_stepper(m.set)(
        m.constants, m.solver.integrator, substeps.length_s, substeps.count, &block, 1);
    for (std::size_t i = 0; i < count; ++i) {
        if (kept_back > 0)
            vehicles[i]->compute(steps[i]);
        else
            steps[i].end.planar = lane_of(block.state, static_cast<int>(i));
    }
}

}  // namespace plant
