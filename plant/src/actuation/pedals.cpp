// SPDX-License-Identifier: MIT
#include "actuation/pedals.hpp"

#include "actuation/limits.hpp"

#include <algorithm>
#include <cmath>

namespace plant {

Pedals::Pressed Pedals::pressed(const Actuation& delayed, double slope_mps2, int gear,
                                double vx_mps) const {
    Pressed p{};
    p.accel = delayed.accel;
    p.brake = delayed.brake;
    p.slope_mps2 = slope_mps2;
    p.travel = travel_of(gear);
    p.no_gear = gear == gear_none || gear == gear_park;
    p.rolling_sign = sign(vx_mps == 0.0 ? slope_mps2 : vx_mps);
    p.inverse_time_per_s = inverse_time_per_s(delayed.accel > 0.0 ? params_.accel : params_.brake);
    return p;
}

/// Forward acceleration that the pedals request. In the reference behaviour a vehicle with maps and
/// zero pedals rolls without the drag of the maps, and an unconverted brake is ignored.
double Pedals::commanded(const Pressed& p, double speed_mps) const {
    if (params_.convert_accel_cmd && p.accel > 0.0) {
        return params_.accel_map.value(p.accel, speed_mps);
    }
    if (params_.convert_brake_cmd && p.brake > 0.0) {
        return params_.brake_map.value(p.brake, speed_mps);
    }
    if (!corrected() || (!params_.convert_accel_cmd && p.accel > 0.0)) return p.accel;
    if (p.brake > 0.0) return -p.brake;
    return params_.convert_accel_cmd ? params_.accel_map.value(0.0, speed_mps) : p.accel;
}

/// Deceleration of a car in neutral: all resistances except that of the engine.
double Pedals::braking(const Pressed& p, double speed_mps) const {
    Pressed without_engine = p;
    without_engine.accel = std::min(p.accel, 0.0);
    return std::max(-within(commanded(without_engine, speed_mps), params_.vel_rate_lim_mps2), 0.0);
}

double Pedals::wanted_mps2(const Pressed& p, double vx_mps) const {
    const double limited_v = within(vx_mps, params_.vel_lim_mps);
    if (corrected() && p.travel == Travel::neutral) {
        return p.slope_mps2 - p.rolling_sign * braking(p, std::abs(limited_v));
    }
    if (p.no_gear) return 0.0;
    const double speed = corrected() ? std::abs(limited_v) : limited_v;
    const double forwards = within(commanded(p, speed), params_.vel_rate_lim_mps2);
    return p.slope_mps2 + (p.travel == Travel::backward ? -forwards : forwards);
}

double Pedals::transmitted_mps2(const Pressed& p, double ax_mps2) const {
    if (!corrected() || p.travel != Travel::neutral) return ax_mps2;
    return p.rolling_sign * std::min(p.rolling_sign * ax_mps2, p.rolling_sign * p.slope_mps2);
}

bool Pedals::must_stop(const Pressed& p, double before_mps, double after_mps) const {
    switch (p.travel) {
        case Travel::forward:
            return after_mps < 0.0;
        case Travel::backward:
            return after_mps > 0.0;
        case Travel::locked:
            return true;
        case Travel::neutral:
            break;
    }
    if (!corrected()) return true;
    if (before_mps == 0.0) return std::abs(p.slope_mps2) <= braking(p, 0.0);
    return after_mps * p.rolling_sign < 0.0;
}

void Pedals::explain_as_reference(ActuationStatus& status, double ax_mps2, double vx_mps) const {
    if (params_.convert_accel_cmd) {
        status.accel = throttle_for(params_.accel_map, ax_mps2, vx_mps).value_or(0.0);
    }
    if (params_.convert_brake_cmd) {
        status.brake = reference_brake_status(params_.brake_map, ax_mps2, vx_mps);
    }
}

void Pedals::explain(ActuationStatus& status, double ax_mps2, double vx_mps, Travel travel) const {
    const double ax = within(ax_mps2, params_.vel_rate_lim_mps2);
    const double vx = within(vx_mps, params_.vel_lim_mps);
    if (!corrected()) return explain_as_reference(status, ax, vx);
    const double forwards = travel == Travel::backward ? -ax : ax;
    const double speed = std::abs(vx);
    const auto throttle = params_.convert_accel_cmd
                              ? throttle_for(params_.accel_map, forwards, speed)
                              : std::optional<double>(std::max(forwards, 0.0));
    status.accel = throttle.value_or(0.0);
    if (status.accel > 0.0) return;
    status.brake = params_.convert_brake_cmd ? params_.brake_map.row_for(forwards, speed)
                                             : std::max(-forwards, 0.0);
}

}  // namespace plant
