// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/state.hpp>
#include "actuation/gear.hpp"

namespace plant {

/// Converts delayed pedals to the requested acceleration of a vehicle, and back.
/// Refers to the parameters, which must outlive it.
class Pedals {
  public:
    /// Constant during a step.
    struct Pressed {
        double accel;
        double brake;
        double slope_mps2;
        Travel travel;
        bool no_gear;         ///< reference behaviour: drive and slope have no effect
        double rolling_sign;  ///< corrected behaviour in neutral: direction that brakes oppose
        double inverse_time_per_s;  ///< of the first-order lag
    };

    explicit Pedals(const ActuationParams& params) : params_(params) {}

    Pressed pressed(const Actuation& delayed, double slope_mps2, int gear, double vx_mps) const;

    /// Target of the acceleration at this speed, limited before the slope is added.
    double wanted_mps2(const Pressed& pressed, double vx_mps) const;

    /// The part of the acceleration that has an effect: in neutral only that of the slope.
    double transmitted_mps2(const Pressed& pressed, double ax_mps2) const;

    /// Whether a vehicle whose speed changed from `before` to `after` in a step must be at
    /// standstill, because its gear does not permit that direction or its brakes hold it.
    bool must_stop(const Pressed& pressed, double before_mps, double after_mps) const;

    /// Writes the pedals that give an acceleration; does not change `steer`.
    void explain(ActuationStatus& status, double ax_mps2, double vx_mps, Travel travel) const;

  private:
    bool corrected() const { return params_.compatibility == Compatibility::corrected; }
    double commanded(const Pressed& pressed, double speed_mps) const;
    double braking(const Pressed& pressed, double speed_mps) const;
    void explain_as_reference(ActuationStatus& status, double ax_mps2, double vx_mps) const;

    const ActuationParams& params_;
};

}  // namespace plant
