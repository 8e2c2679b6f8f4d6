// SPDX-License-Identifier: MIT
#include "dynamics/planar_step.hpp"
#include "dynamics/planar_stepper.hpp"

namespace plant {

void step_planar_baseline(const PlanarConstants& c, const PlanarInput<double, Lanes>& in,
                          Integrator integrator, double h, std::int64_t count,
                          PlanarState<double, Lanes>& state) {
    step_many(c, in, integrator, h, count, state);
}

}  // namespace plant
