// SPDX-License-Identifier: MIT
#pragma once

#include <plant/vehicle_dynamics.hpp>
#include "dynamics/planar_forces.hpp"

namespace plant {

/// Constants of the fourteen-DOF model for body and wheel hubs, derived once.
struct RideConstants {
    double inverse_sprung_mass = 0.0;
    double inverse_roll_inertia = 0.0;
    double inverse_pitch_inertia = 0.0;
    double inverse_unsprung_mass = 0.0;
    double roll_arm = 0.0;   ///< sprung mass times its height above the roll axis
    double pitch_arm = 0.0;  ///< sprung mass times its height
    double spring[4] = {};   ///< at the wheel
    double damper[4] = {};
    double anti_roll[4] = {};       ///< force per difference of compression across the axle
    double direct_forward[4] = {};  ///< load per acceleration that bypasses the springs
    double direct_left[4] = {};
    double tyre_stiffness = 0.0;
};

/// Heights above the reference plane: deviations from equilibrium, except those of the road.
struct alignas(vector_alignment) RideState {
    double heave, roll, pitch;
    double heave_rate, roll_rate, pitch_rate;
    alignas(vector_alignment) Lanes hub;
    Lanes hub_rate;
    Lanes road;  ///< below each wheel
};

/// All fourteen degrees of freedom, or their derivatives.
struct RidingState {
    PlanarState<double, Lanes> planar;
    RideState ride;
};

/// Constant during a step: the planar input, and the vertical speed of the road below each wheel.
struct alignas(vector_alignment) RidingInput {
    PlanarInput<double, Lanes> planar;
    alignas(vector_alignment) Lanes road_rate;
};

namespace {

inline RideState advanced(const RideState& a, double h, const RideState& b) {
    return {a.heave + h * b.heave,
            a.roll + h * b.roll,
            a.pitch + h * b.pitch,
            a.heave_rate + h * b.heave_rate,
            a.roll_rate + h * b.roll_rate,
            a.pitch_rate + h * b.pitch_rate,
            a.hub + h * b.hub,
            a.hub_rate + h * b.hub_rate,
            a.road + h * b.road};
}

inline RidingState advanced(const RidingState& a, double h, const RidingState& b) {
    return {advanced(a.planar, h, b.planar), advanced(a.ride, h, b.ride)};
}

/// Load of each tyre: its share of the weight and its deflection; zero when it is off the road.
inline Lanes riding_loads(const PlanarConstants& c, const RideConstants& r, const RidingState& s,
                          const RidingInput& in) {
    const Lanes weight = per_wheel<Lanes>(c.load_gravity) * (gravity_mps2 * in.planar.nz);
    return maximum(weight + r.tyre_stiffness * (s.ride.road - s.ride.hub), splat<Lanes>(0.0));
}

/// Compression of each suspension relative to equilibrium.
inline Lanes compression(const PlanarConstants& c, const RideState& s) {
    return s.hub -
           (s.heave - per_wheel<Lanes>(c.wheel_x) * s.pitch + per_wheel<Lanes>(c.wheel_y) * s.roll);
}

inline Lanes compression_rate(const PlanarConstants& c, const RideState& s) {
    return s.hub_rate - (s.heave_rate - per_wheel<Lanes>(c.wheel_x) * s.pitch_rate +
                         per_wheel<Lanes>(c.wheel_y) * s.roll_rate);
}

/// Derivatives of the vertical motion for given tyre forces. Forces at equilibrium cancel and are
/// omitted.
inline RideState ride_rates(const PlanarConstants& c, const RideConstants& r, const RidingState& s,
                            const RidingInput& in, const PlanarForces<double, Lanes>& f) {
    const Lanes squeeze = compression(c, s.ride);
    const Lanes push = per_wheel<Lanes>(r.spring) * squeeze +
                       per_wheel<Lanes>(r.damper) * compression_rate(c, s.ride) +
                       per_wheel<Lanes>(r.anti_roll) * (squeeze - sides_swapped(squeeze));
    const Lanes lifted = push - per_wheel<Lanes>(c.load_speed) * (s.planar.vx * s.planar.vx);
    const double forward = sum(f.body_x) * c.inverse_mass;
    const double left = sum(f.body_y) * c.inverse_mass;
    const double lean = r.roll_arm * (left + gravity_mps2 * in.planar.nz * s.ride.roll);
    const Lanes weight = per_wheel<Lanes>(c.load_gravity) * (gravity_mps2 * in.planar.nz);
    const Lanes direct =
        per_wheel<Lanes>(r.direct_forward) * forward + per_wheel<Lanes>(r.direct_left) * left;
    RideState rate;
    rate.heave = s.ride.heave_rate;
    rate.roll = s.ride.roll_rate;
    rate.pitch = s.ride.pitch_rate;
    rate.heave_rate = sum(lifted) * r.inverse_sprung_mass;
    rate.roll_rate = (sum(per_wheel<Lanes>(c.wheel_y) * lifted) + lean) * r.inverse_roll_inertia;
    rate.pitch_rate = -(sum(per_wheel<Lanes>(c.wheel_x) * lifted) + r.pitch_arm * forward) *
                      r.inverse_pitch_inertia;
    rate.hub = s.ride.hub_rate;
    rate.hub_rate = ((f.load - weight) - push - direct) * r.inverse_unsprung_mass;
    rate.road = in.road_rate;
    return rate;
}

/// Beyond this angle the small-angle equations do not apply.
constexpr double largest_lean_rad = 0.5;

/// Lateral speed of the wheels relative to the centre of gravity, positive left: the wheels are
/// below the roll axis, about which the body rotates.
inline double swing_speed(const PlanarConstants& c, const RideConstants& r, const RideState& s) {
    return r.roll_arm * c.inverse_mass * s.roll_rate;
}

inline PlanarForces<double, Lanes> riding_forces(const PlanarConstants& c, const RideConstants& r,
                                                 const RidingState& s, const RidingInput& in,
                                                 const PlanarHeld<Lanes>& held) {
    return planar_forces(c, s.planar, in.planar, held, riding_loads(c, r, s, in),
                         swing_speed(c, r, s.ride));
}

/// Whether the lean is too large, or both wheels of a side are off the road while the lateral tyre
/// forces tip the body further than the weight on the other wheels can hold.
inline bool has_tipped(const PlanarConstants& c, const RideConstants& r, const RidingState& s,
                       const RidingInput& in) {
    if (absolute(s.ride.roll) > largest_lean_rad || absolute(s.ride.pitch) > largest_lean_rad)
        return true;
    const Lanes load = riding_loads(c, r, s, in);
    if (load[0] + load[2] > 0.0 && load[1] + load[3] > 0.0) return false;
    PlanarState<double, Lanes> felt = s.planar;
    felt.felt_y = sum(riding_forces(c, r, s, in, hold(c, in.planar)).body_y) * c.inverse_mass;
    return excess_tip_moment(c, felt, in.planar) > 0.0;
}

}  // namespace
}  // namespace plant
