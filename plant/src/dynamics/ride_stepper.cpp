// SPDX-License-Identifier: MIT
#include "dynamics/ride_stepper.hpp"

#include "dynamics/prepare_planar.hpp"
#include "dynamics/ride_step.hpp"

namespace plant {

RideConstants prepare_ride(const VehicleParams& p, const TyreParams& t) {
    const BodyParams& b = p.body;
    const SuspensionParams& s = p.suspension;
    const RollStatics roll = roll_statics(p);
    const double unsprung = 4.0 * b.unsprung_mass_kg * p.wheel.radius_m;
    RideConstants r;
    r.inverse_sprung_mass = 1.0 / roll.sprung_mass_kg;
    // The lateral force of the body over its mass is that of the vehicle minus the roll motion.
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

void step_riding_baseline(const PlanarConstants& c, const RideConstants& r, const RidingInput& in,
                          Integrator integrator, double h, std::int64_t count, RidingState& state) {
    ride_many(c, r, in, integrator, h, count, state);
}

}  // namespace plant
