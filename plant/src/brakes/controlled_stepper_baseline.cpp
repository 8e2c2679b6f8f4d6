// SPDX-License-Identifier: MIT
#include "brakes/controlled_step.hpp"

namespace plant {

void step_controlled_baseline(const PlanarConstants& c, const ControlConstants& k, SharedInput& in,
                              const OneControlInput& asked, Integrator integrator, double h,
                              std::int64_t count, SharedState& state, OneControlState& controls) {
    step_many_controlled(c, k, in, asked, integrator, h, count, state, controls);
}

void step_controlled_riding_baseline(const PlanarConstants& c, const RideConstants& r,
                                     const ControlConstants& k, RidingInput& in,
                                     const OneControlInput& asked, Integrator integrator, double h,
                                     std::int64_t count, RidingState& state,
                                     OneControlState& controls) {
    ride_many_controlled(c, r, k, in, asked, integrator, h, count, state, controls);
}

}  // namespace plant
