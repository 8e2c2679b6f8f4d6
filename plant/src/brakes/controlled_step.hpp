// SPDX-License-Identifier: MIT
#pragma once

#include "brakes/control_kernel.hpp"
#include "brakes/controlled_stepper.hpp"
#include "dynamics/ride_step.hpp"

namespace plant {
namespace {

/// As step_many, with control before each step.
template <class R, class W>
inline void step_many_controlled(const PlanarConstants& c, const ControlConstants& k,
                                 PlanarInput<R, W>& in, const ControlInput<R>& asked,
                                 Integrator integrator, double h, std::int64_t count,
                                 PlanarState<R, W>& state, ControlState<R, W>& controls) {
    const PlanarHeld<W> held = hold(c, in);
    const ControlHeld shares = hold_control(k, h);
    for (std::int64_t i = 0; i < count; ++i) {
        control(c, k, shares, state, asked, in, controls);
        state = integrator == Integrator::rk4
                    ? step_rk4(c, state, in, held, h)
                    : step_semi_implicit(c, state, in, held, h, wheel_loads(c, state, in));
    }
}

/// As ride_many, with control before each step.
inline void ride_many_controlled(const PlanarConstants& c, const RideConstants& r,
                                 const ControlConstants& k, RidingInput& in,
                                 const OneControlInput& asked, Integrator integrator, double h,
                                 std::int64_t count, RidingState& state,
                                 OneControlState& controls) {
    const PlanarHeld<Lanes> held = hold(c, in.planar);
    const ControlHeld shares = hold_control(k, h);
    for (std::int64_t i = 0; i < count; ++i) {
        control(c, k, shares, state.planar, asked, in.planar, controls);
        state = integrator == Integrator::rk4 ? riding_rk4(c, r, state, in, held, h)
                                              : riding_semi_implicit(c, r, state, in, held, h);
    }
}

}  // namespace
}  // namespace plant
