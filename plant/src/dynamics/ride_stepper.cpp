// SPDX-License-Identifier: MIT
#include "dynamics/ride_stepper.hpp"

#include "dynamics/planar_step.hpp"
#include "dynamics/prepare_planar.hpp"

namespace plant {
namespace {

RidingState riding_rates(const PlanarConstants& c, const RideConstants& r, const RidingState& s,
                         const RidingInput& in, const WheelFriction<Lanes>& wf,
                         PlanarForces<double, Lanes>& f) {
    const PlanarState<double, Lanes> planar = planar_rates(c, s.planar, in.planar, wf, f);
    return {planar, ride_rates(c, r, s, in, f)};
}

RidingState riding_rk4(const PlanarConstants& c, const RideConstants& r, const RidingState& s,
                       const RidingInput& in, double h) {
    PlanarForces<double, Lanes> f = riding_forces(c, r, s, in);
    const WheelFriction<Lanes> wf = wheel_friction(s.planar, f);
    RidingState total = riding_rates(c, r, s, in, wf, f);
    RidingState rate = total;
    for (const double part : {0.5, 0.5, 1.0}) {
        const RidingState stage = advanced(s, part * h, rate);
        f = riding_forces(c, r, stage, in);
        rate = riding_rates(c, r, stage, in, wf, f);
        total = advanced(total, part == 1.0 ? 1.0 : 2.0, rate);
    }
    RidingState next = advanced(s, h / 6.0, total);
    next.planar.spin = stopped_at_zero(next.planar.spin, wf);
    return next;
}

/// A planar step of the wheels, told as that of the centre of gravity beside them.
PlanarState<double, Lanes> step_beside(const PlanarConstants& c,
                                       const PlanarState<double, Lanes>& s,
                                       const PlanarInput<double, Lanes>& in, double h,
                                       const Lanes& load, double swing) {
    PlanarState<double, Lanes> wheels = s;
    wheels.vy += swing;
    PlanarState<double, Lanes> next = step_semi_implicit(c, wheels, in, h, load);
    const RoadFrame<double> road = road_frame(s.yaw, in);
    next.vy -= swing;
    next.vx -= h * s.yaw_rate * swing;
    next.x -= h * road.left_x * swing;
    next.y -= h * road.left_y * swing;
    return next;
}

/// Vertical velocities first, then deflections from the new velocities.
RidingState riding_semi_implicit(const PlanarConstants& c, const RideConstants& r,
                                 const RidingState& s, const RidingInput& in, double h) {
    const PlanarForces<double, Lanes> f = riding_forces(c, r, s, in);
    const RideState rate = ride_rates(c, r, s, in, f);
    RidingState next;
    next.planar = step_beside(c, s.planar, in.planar, h, f.load, swing_speed(c, r, s.ride));
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

}  // namespace

RideConstants prepare_ride(const VehicleParams& p, const TyreParams& t) {
    const BodyParams& b = p.body;
    const SuspensionParams& s = p.suspension;
    const RollStatics roll = roll_statics(p);
    const double unsprung = 4.0 * b.unsprung_mass_kg * p.wheel.radius_m;
    RideConstants r;
    r.inverse_sprung_mass = 1.0 / roll.sprung_mass_kg;
    // The body's sideways force over its mass is less than the whole vehicle's by what it swings.
    const double swing_inertia =
        roll.arm_kgm * roll.arm_kgm / roll.sprung_mass_kg * 4.0 * b.unsprung_mass_kg / b.mass_kg;
    r.inverse_roll_inertia = 1.0 / (b.roll_inertia_kgm2 + swing_inertia);
    r.inverse_pitch_inertia = 1.0 / b.pitch_inertia_kgm2;
    r.inverse_unsprung_mass = 1.0 / b.unsprung_mass_kg;
    r.roll_arm = roll.arm_kgm;
    r.pitch_arm = b.mass_kg * b.cg_height_m - unsprung;
    r.tyre_stiffness = t.vertical_stiffness_n_per_m;
    for (int i = 0; i < 4; ++i) {
        const bool front = i < 2;
        const double track = front ? b.track_front_m : b.track_rear_m;
        const double outward = (i % 2 == 0 ? -1.0 : 1.0) / track;
        const double rear_share = b.cg_to_front_axle_m / b.wheelbase_m;
        const double share = front ? 1.0 - rear_share : rear_share;
        const double centre = front ? s.roll_centre_front_m : s.roll_centre_rear_m;
        const double bar = front ? s.anti_roll_front_nm_per_rad : s.anti_roll_rear_nm_per_rad;
        r.spring[i] = front ? s.spring_front_n_per_m : s.spring_rear_n_per_m;
        r.damper[i] = front ? s.damper_front_ns_per_m : s.damper_rear_ns_per_m;
        r.anti_roll[i] = bar / (track * track);
        r.direct_forward[i] = (front ? -0.5 : 0.5) * unsprung / b.wheelbase_m;
        r.direct_left[i] = outward * (roll.sprung_mass_kg * share * centre + 0.5 * unsprung);
    }
    return r;
}

void step_riding(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                 Integrator integrator, double h, std::int64_t count, RidingState& state) {
    for (std::int64_t i = 0; i < count; ++i) {
        state = integrator == Integrator::rk4 ? riding_rk4(c, r, state, in, h)
                                              : riding_semi_implicit(c, r, state, in, h);
    }
}

}  // namespace plant
