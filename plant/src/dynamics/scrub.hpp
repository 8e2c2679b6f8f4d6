// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>
#include "dynamics/planar_forces.hpp"

namespace plant {

/// How far the contacts of the front wheels are twisted against the road by turning them on the
/// spot, and the torque that this takes. A contact is a row of bristles, half of it three times the
/// pneumatic trail long: it resists with cornering stiffness times trail per angle, up to half of
/// friction times that length. Rolling on by its length takes the twist out.
/// Source: Pacejka, Tyre and Vehicle Dynamics, chapter 3 (brush model).
class Scrub {
  public:
    void reset() { twist_rad_ = steer_rad_ = 0.0; }

    /// `turned_rad` is the way that the body has turned, `rolled_m` >= 0 that of its front axle.
    void move(const TyreConstants& tyre, double steer_rad, double turned_rad, double rolled_m,
              double friction);

    /// The same at a speed at which nothing of it is felt.
    void roll(double steer_rad) {
        twist_rad_ = 0.0;
        steer_rad_ = steer_rad;
    }

    /// On both front wheels together, positive to the left. Fades out as they begin to roll.
    double torque_nm(const TyreConstants& tyre, const PlanarForces<double, Lanes>& forces,
                     const Lanes& friction) const;

    void save(SnapshotWriter& out) const {
        out.put(twist_rad_);
        out.put(steer_rad_);
    }
    void restore(SnapshotReader& in) {
        in.get(twist_rad_);
        in.get(steer_rad_);
    }

  private:
    double twist_rad_ = 0.0;
    double steer_rad_ = 0.0;  ///< mean angle of the front wheels
};

}  // namespace plant
