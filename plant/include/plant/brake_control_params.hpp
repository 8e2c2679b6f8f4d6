// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// Proportioning valve of the rear axle: above the knee, its torque rises with a smaller slope.
struct ValveParams {
    bool enabled = false;  ///< otherwise both axles rise in proportion
    double knee = 0.3;     ///< brake pedal at which the valve closes, 0..1
    double slope = 0.5;    ///< of the rear torque above the knee, relative to that below
};

/// First-order lag between the pedal and the torque of the brakes.
struct BrakeLagParams {
    bool enabled = false;      ///< otherwise the torque follows at once
    double build_up_s = 0.08;  ///< time constant while the torque rises
    double release_s = 0.04;   ///< time constant while it falls
};

/// Anti-lock brakes: build-up, hold and release by slip and deceleration of each wheel.
struct AbsParams {
    bool enabled = false;             ///< whether the car has them
    double min_speed_mps = 2.0;       ///< of a wheel's centre; below it, the wheel may lock
    double slip_low = 0.08;           ///< build-up only below this slip
    double slip_high = 0.20;          ///< release above this slip
    double deceleration_mps2 = 20.0;  ///< of the rim: release, if the slip is above slip_low
    double build_up_per_s = 2.5;      ///< rate of the build-up, relative to the wheel's full torque
    double release_per_s = 10.0;      ///< rate of the release
    bool select_low = true;           ///< the rear wheels both follow the one closer to locking
    /// Largest difference of torque between the front wheels, relative to full torque, while one of
    /// them is controlled.
    double front_difference = 0.1;
};

/// Traction control: limits the slip of the driven wheels by throttle and brakes.
struct TractionParams {
    bool enabled = false;            ///< whether the car has it
    double slip = 0.08;              ///< wanted slip
    double slip_speed_mps = 0.4;     ///< wanted sliding speed at low speed, where it is larger
    double throttle_per_m = 1.5;     ///< integral gain: share of the throttle per sliding distance
    double throttle_per_mps = 0.15;  ///< proportional gain: share of the throttle per sliding speed
    double brake_nms_per_m = 600.0;  ///< braking torque of a wheel per sliding speed
};

/// Electronic stability control: brakes single wheels when the yaw rate leaves its reference.
struct EscParams {
    bool enabled = false;                     ///< whether the car has it; requires ABS
    double min_speed_mps = 5.0;               ///< no intervention below
    double understeer_rad_per_mps2 = 0.0009;  ///< of the reference, as measured by ISO 4138
    double friction_share = 0.80;             ///< largest lateral acceleration of the reference
    double lag_s = 0.08;                      ///< time constant of the reference
    double dead_band_radps = 0.05;            ///< error of the yaw rate without intervention
    double moment_nms_per_rad = 60000.0;      ///< yaw moment per error beyond the dead band
    double throttle_s_per_rad = 8.0;  ///< cut of the throttle per error beyond the dead band
};

/// Optional parts of the brakes, all off by default; for models with four wheels.
struct BrakeControlParams {
    ValveParams valve;        ///< distribution to the rear axle
    BrakeLagParams lag;       ///< build-up and release
    AbsParams abs;            ///< anti-lock brakes
    TractionParams traction;  ///< traction control
    EscParams esc;            ///< electronic stability control

    /// Whether any part is enabled.
    bool any() const {
        return valve.enabled || lag.enabled || abs.enabled || traction.enabled || esc.enabled;
    }
};

}  // namespace plant
