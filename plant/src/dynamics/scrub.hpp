// SPDX-License-Identifier: MIT
#pragma once

#include <plant/snapshot.hpp>
#include "dynamics/planar_forces.hpp"

namespace plant {

/// Twist of the contact patches when the front wheels are steered at standstill, and the torque on
/// the steering. A contact patch is a row of bristles whose half length is three times the
/// pneumatic trail. Its torque is cornering stiffness times trail times twist, limited by friction.
/// Rolling reduces the twist over the length of the patch. Source: Pacejka, Tyre and Vehicle
/// Dynamics, chapter 3 (brush model).
class Scrub {
  public:
    void reset() { twist_rad_ = steer_rad_ = 0.0; }

    /// Advances the twist by one step.
    /// @param turned_rad change of the yaw angle in the step
    /// @param rolled_m distance that the front axle has rolled, at least 0
    void move(const TyreConstants& tyre, double steer_rad, double turned_rad, double rolled_m,
              double friction);

    /// As move, at a speed at which the torque is negligible: clears the twist.
    void roll(double steer_rad) {
        twist_rad_ = 0.0;
        steer_rad_ = steer_rad;
    }

    /// Sum of both front wheels, positive to the left. Decreases to zero as they begin to roll.
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
