// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/state.hpp>
#include "actuation/gear.hpp"

namespace plant {

/// From delayed pedals to the acceleration a vehicle is asked for, and back.
/// Refers to the parameters, which must outlive it.
class Pedals {
  public:
    /// Held during a step.
    struct Pressed {
        double accel;
        double brake;
        double slope_mps2;
        Travel travel;
        bool no_gear;               ///< reference behaviour: neither drive nor slope act
        double rolling_sign;        ///< corrected behaviour in neutral: what brakes oppose
        double inverse_time_per_s;  ///< of the first-order lag
    };

    explicit Pedals(const ActuationParams& params) : params_(params) {}

    Pressed pressed(const Actuation& delayed, double slope_mps2, int gear, double vx_mps) const;

    /// Towards which the acceleration moves at this speed; within the limits before the slope.
    double wanted_mps2(const Pressed& pressed, double vx_mps) const;

    /// What of the acceleration still acts: in neutral nothing drives the wheels but the slope.
    double transmitted_mps2(const Pressed& pressed, double ax_mps2) const;

    /// Whether a vehicle that rolled from `before` to `after` in a step must stand still, because
    /// its gear does not let it roll that way or its brakes hold it.
    bool must_stand(const Pressed& pressed, double before_mps, double after_mps) const;

    /// The pedals that explain an acceleration; steer is left alone.
    void explain(ActuationStatus& status, double ax_mps2, double vx_mps, Travel travel) const;

  private:
    bool corrected() const { return params_.compatibility == Compatibility::corrected; }
    double commanded(const Pressed& pressed, double speed_mps) const;
    double braking(const Pressed& pressed, double speed_mps) const;
    void explain_as_reference(ActuationStatus& status, double ax_mps2, double vx_mps) const;

    const ActuationParams& params_;
};

}  // namespace plant
