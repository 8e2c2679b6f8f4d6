// SPDX-License-Identifier: MIT
#include "dynamics/scrub.hpp"

#include <algorithm>

namespace plant {
namespace {

constexpr double trails_per_half_length = 3.0;

/// The largest twist: stiffness times this twist is the limit of friction.
double held_twist(const TyreConstants& tyre, double friction) {
    return 0.5 * trails_per_half_length * friction * tyre.y.held_slip;
}

}  // namespace

void Scrub::move(const TyreConstants& tyre, double steer_rad, double turned_rad, double rolled_m,
                 double friction) {
    const double length_m = std::max(2.0 * trails_per_half_length * tyre.trail, 1e-3);
    const double twist =
        (twist_rad_ + (steer_rad - steer_rad_) + turned_rad) / (1.0 + rolled_m / length_m);
    const double most = held_twist(tyre, friction);
    twist_rad_ = std::clamp(twist, -most, most);
    steer_rad_ = steer_rad;
}

double Scrub::torque_nm(const TyreConstants& tyre, const PlanarForces<double, Lanes>& forces,
                        const Lanes& friction) const {
    const Lanes still = standstill(forces.centre_x);
    double torque = 0.0;
    for (const int wheel : {0, 1}) {
        const double most = held_twist(tyre, friction[wheel]);
        torque -= tyre.y.stiffness * tyre.trail * forces.load[wheel] * still[wheel] *
                  std::clamp(twist_rad_, -most, most);
    }
    return torque;
}

}  // namespace plant
