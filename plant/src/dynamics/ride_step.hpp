// SPDX-License-Identifier: MIT
#pragma once

#include "dynamics/planar_step.hpp"
#include "dynamics/ride_kernel.hpp"

#include <cstdint>

namespace plant {
namespace {

inline RidingState riding_rates(const PlanarConstants& c, const RideConstants& r,
                                const RidingState& s, const RidingInput& in,
                                const PlanarHeld<Lanes>& held, const WheelFriction<Lanes>& wf,
                                PlanarForces<double, Lanes>& f) {
    const PlanarState<double, Lanes> planar = planar_rates(c, s.planar, in.planar, held, wf, f);
    return {planar, ride_rates(c, r, s, in, f)};
}

inline RidingState riding_rk4(const PlanarConstants& c, const RideConstants& r,
                              const RidingState& s, const RidingInput& in,
                              const PlanarHeld<Lanes>& held, double h) {
    PlanarForces<double, Lanes> f = riding_forces(c, r, s, in, held);
    const WheelFriction<Lanes> wf = wheel_friction(s.planar, f);
    RidingState total = riding_rates(c, r, s, in, held, wf, f);
    RidingState rate = total;
    for (const double part : {0.5, 0.5, 1.0}) {
        const RidingState stage = advanced(s, part * h, rate);
        f = riding_forces(c, r, stage, in, held);
        rate = riding_rates(c, r, stage, in, held, wf, f);
        total = advanced(total, part == 1.0 ? 1.0 : 2.0, rate);
    }
    RidingState next = advanced(s, h / 6.0, total);
    next.planar.spin = stopped_at_zero(next.planar.spin, wf);
    return next;
}

/// A planar step of the wheels, converted to the motion of the centre of gravity.
inline PlanarState<double, Lanes> step_beside(const PlanarConstants& c,
                                              const PlanarState<double, Lanes>& s,
                                              const PlanarInput<double, Lanes>& in,
                                              const PlanarHeld<Lanes>& held, double h,
                                              const Lanes& load, double swing) {
    PlanarState<double, Lanes> wheels = s;
    wheels.vy += swing;
    PlanarState<double, Lanes> next = step_semi_implicit(c, wheels, in, held, h, load);
    const RoadFrame<double> road = road_frame(s.yaw, in, held.is_level);
    next.vy -= swing;
    next.vx -= h * s.yaw_rate * swing;
    next.x -= h * road.left_x * swing;
    next.y -= h * road.left_y * swing;
    return next;
}

/// Vertical velocities first, then deflections from the new velocities.
inline RidingState riding_semi_implicit(const PlanarConstants& c, const RideConstants& r,
                                        const RidingState& s, const RidingInput& in,
                                        const PlanarHeld<Lanes>& held, double h) {
    const PlanarForces<double, Lanes> f = riding_forces(c, r, s, in, held);
    const RideState rate = ride_rates(c, r, s, in, f);
    RidingState next;
    next.planar = step_beside(c, s.planar, in.planar, held, h, f.load, swing_speed(c, r, s.ride));
    next.ride = s.ride;
    next.ride.heave_rate += h * rate.heave_rate;
    next.ride.roll_rate += h * rate.roll_rate;
    next.ride.pitch_rate += h * rate.pitch_rate;
    next.ride.hub_rate += h * rate.hub_rate;
    next.ride.heave += h * next.ride.heave_rate;
    next.ride.roll += h * next.ride.roll_rate;
    next.ride.pitch += h * next.ride.pitch_rate;
    next.ride.hub += h * next.ride.hub_rate;
    next.ride.road += h * in.road_rate;
    return next;
}

/// `count` steps of length `h`.
inline void ride_many(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                      Integrator integrator, double h, std::int64_t count, RidingState& state) {
    const PlanarHeld<Lanes> held = hold(c, in.planar);
    for (std::int64_t i = 0; i < count; ++i) {
        state = integrator == Integrator::rk4 ? riding_rk4(c, r, state, in, held, h)
                                              : riding_semi_implicit(c, r, state, in, held, h);
    }
}

}  // namespace
}  // namespace plant
