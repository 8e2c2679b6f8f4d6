// SPDX-License-Identifier: MIT
#include "dynamics/ride_step.hpp"
#include "dynamics/ride_stepper.hpp"

namespace plant {

void step_riding_avx2(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                      Integrator integrator, double h, std::int64_t count, RidingState& state) {
    ride_many(c, r, in, integrator, h, count, state);
}

}  // namespace plant
