// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "dynamics/planar_forces.hpp"

namespace plant {
namespace {

/// Classical Runge-Kutta. The direction of dry friction is constant during the four stages.
template <class R, class W>
inline PlanarState<R, W> step_rk4(const PlanarConstants& c, const PlanarState<R, W>& s,
                                  const PlanarInput<R, W>& in, const PlanarHeld<W>& held,
                                  double h) {
    PlanarForces<R, W> f = planar_forces(c, s, in, held, wheel_loads(c, s, in));
    const WheelFriction<W> wf = wheel_friction(s, f);
    PlanarState<R, W> total = planar_rates(c, s, in, held, wf, f);
    PlanarState<R, W> rate = total;
    for (const double part : {0.5, 0.5, 1.0}) {
        const PlanarState<R, W> stage = advanced(s, part * h, rate);
        f = planar_forces(c, stage, in, held, wheel_loads(c, stage, in));
        rate = planar_rates(c, stage, in, held, wf, f);
        total = advanced(total, part == 1.0 ? 1.0 : 2.0, rate);
    }
    PlanarState<R, W> next = advanced(s, h / 6.0, total);
    next.spin = stopped_at_zero(next.spin, wf);
    return next;
}

/// One force evaluation: velocities from the forces, then slips from the new velocities, position
/// from the mean of old and new velocities. Damping of the carcass at standstill and decay of the
/// slips are implicit.
template <class R, class W>
inline PlanarState<R, W> step_semi_implicit(const PlanarConstants& c, const PlanarState<R, W>& s,
                                            const PlanarInput<R, W>& in, const PlanarHeld<W>& held,
                                            double h, const W& load) {
    PlanarForces<R, W> f = planar_forces(c, s, in, held, load);
    const WheelFriction<W> wf = wheel_friction(s, f);
    PlanarState<R, W> rate = planar_rates(c, s, in, held, wf, f);
    PlanarState<R, W> next = s;
    next.vx = s.vx + h * rate.vx;
    next.vy = s.vy + h * rate.vy;
    next.yaw_rate = s.yaw_rate + h * rate.yaw_rate;
    next.felt_x = s.felt_x + h * rate.felt_x;
    next.felt_y = s.felt_y + h * rate.felt_y;
    W damping = (h * c.inverse_wheel_inertia * c.radius * c.damping_x * c.tyre.x.stiffness) *
                (standstill(f.centre_x) * f.load);
    const W before = f.centre_x;
    wheel_speeds(c, next, in, f);
    W gain = h * rate.spin + wf.turning * (damping * (f.centre_x - before));
    W change = gain;
    if (any(damping > splat<W>(0.0))) {  // otherwise the factor is 1
        if (c.locked_differential) {
            gain = shared_on_locked_axles(c, gain);
            damping = shared_on_locked_axles(c, damping);
        }
        change = gain / (1.0 + c.radius * damping);
    }
    next.spin = stopped_at_zero(s.spin + change, wf);
    f.rim_speed = c.radius * next.spin - f.centre_x;
    const W follow_x = convection(f.centre_x, f.rim_speed);
    const W follow_y = convection(f.centre_x, f.centre_y);
    const Pair<W> inverse = inverse_relaxations(c, s, in.friction, follow_x, follow_y);
    const W reach_x = h * inverse.first;
    const W reach_y = h * inverse.second;
    next.slip_x = (s.slip_x + reach_x * f.rim_speed) / (1.0 + follow_x * reach_x);
    next.slip_y = (s.slip_y + reach_y * f.centre_y) / (1.0 + follow_y * reach_y);
    set_pose_rates(f.road, in, held.is_level, 0.5 * (s.vx + next.vx), 0.5 * (s.vy + next.vy),
                   0.5 * (s.yaw_rate + next.yaw_rate), rate);
    next.yaw = s.yaw + h * rate.yaw;
    next.x = s.x + h * rate.x;
    next.y = s.y + h * rate.y;
    return next;
}

/// `count` steps of length `h`.
template <class R, class W>
inline void step_many(const PlanarConstants& c, const PlanarInput<R, W>& in, Integrator integrator,
                      double h, std::int64_t count, PlanarState<R, W>& state) {
    const PlanarHeld<W> held = hold(c, in);
    PlanarState<R, W> s = state;
    for (std::int64_t i = 0; i < count; ++i) {
        s = integrator == Integrator::rk4
                ? step_rk4(c, s, in, held, h)
                : step_semi_implicit(c, s, in, held, h, wheel_loads(c, s, in));
    }
    state = s;
}

}  // namespace
}  // namespace plant
