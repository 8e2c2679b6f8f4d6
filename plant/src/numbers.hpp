// SPDX-License-Identifier: MIT
#pragma once

#include <plant/output.hpp>

namespace plant {

/// Calls f with every number of a value, in a fixed order, for snapshots and comparisons.
template <class F>
void for_each_number(Eigen::Vector3d& v, const F& f) {
    for (int i = 0; i < 3; ++i) f(v[i]);
}

template <class F>
void for_each_number(PerWheel& wheels, const F& f) {
    for (double& value : wheels) f(value);
}

template <class F>
void for_each_number(State& s, const F& f) {
    for (auto* v : {&s.position_m, &s.velocity_mps, &s.angular_velocity_radps}) {
        for_each_number(*v, f);
    }
    for (double* x : {&s.roll_rad, &s.pitch_rad, &s.yaw_rad}) f(*x);
    for (auto* w : {&s.wheel_spin_radps, &s.suspension_compression_m, &s.suspension_velocity_mps}) {
        for_each_number(*w, f);
    }
}

template <class F>
void for_each_number(SensorReadings& readings, const F& f) {
    for (Reading& reading : readings.items)
        for (double& value : reading) f(value);
}

/// All but the time, which is an integer.
template <class F>
void for_each_number(Output& o, const F& f) {
    for_each_number(o.state, f);
    for_each_number(o.sensors, f);
    for_each_number(o.road_normal, f);
    for (double* x : {&o.ax_mps2, &o.ay_mps2, &o.az_mps2, &o.rack_torque_nm, &o.steer_applied_rad,
                      &o.throttle_applied, &o.brake_applied, &o.wheel_radius_m,
                      &o.actuation_status.accel, &o.actuation_status.brake,
                      &o.actuation_status.steer, &o.traction_active, &o.esc_active}) {
        f(*x);
    }
    for (auto* w :
         {&o.wheel_load_n, &o.tyre_force_x_n, &o.tyre_force_y_n, &o.slip_ratio, &o.slip_angle_rad,
          &o.relaxed_slip_ratio, &o.relaxed_slip_angle_rad, &o.friction, &o.peak_friction,
          &o.slip_ratio_at_peak, &o.slip_angle_at_peak_rad, &o.brake_torque_nm, &o.abs_active}) {
        for_each_number(*w, f);
    }
}

}  // namespace plant
