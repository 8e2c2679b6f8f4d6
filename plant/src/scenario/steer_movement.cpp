// SPDX-License-Identifier: MIT
#include <plant/steer_movement.hpp>

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// A value that changes from zero to `target` at a rate.
double ramped(double target, double rate, double t_s) {
    return std::copysign(std::min(std::abs(target), rate * t_s), target);
}

/// One period of a sine, held at its second peak (three quarters of the period) for dwell_s.
double sine_with_dwell(const SteerProgram& p, double t_s) {
    const double peak_s = 0.75 / p.frequency_hz;
    double t = t_s;
    if (t > peak_s) t = std::max(peak_s, t - p.dwell_s);
    return t * p.frequency_hz < 1.0 ? std::sin(2.0 * pi * p.frequency_hz * t) : 0.0;
}

double programmed(const SteerProgram& p, double t_s) {
    const double t = t_s - p.start_s;
    if (t < 0.0) return 0.0;
    switch (p.shape) {
        case SteerShape::step:
        case SteerShape::ramp:
            return ramped(p.amplitude_rad, p.rate_radps, t);
        case SteerShape::sine:
            return t * p.frequency_hz < 1.0
                       ? p.amplitude_rad * std::sin(2.0 * pi * p.frequency_hz * t)
                       : 0.0;
        case SteerShape::sine_with_dwell:
            return p.amplitude_rad * sine_with_dwell(p, t);
        case SteerShape::fishhook:  // depends on the car, see fishhook_rad
        case SteerShape::none:
            break;
    }
    return 0.0;
}

}  // namespace

/// Steers to one side; when the roll rate is low, to the other side; holds that angle for 3 s and
/// returns to zero within 2 s.
/// Source: NHTSA, dynamic rollover resistance, fishhook with roll rate feedback.
double SteerMovement::fishhook_rad(double t_s, double roll_rate_radps) {
    constexpr double low_radps = 1.5 / deg_per_rad, hold_s = 3.0, release_s = 2.0;
    const SteerProgram& p = program_;
    const double t = t_s - p.start_s;
    if (t * p.rate_radps < std::abs(p.amplitude_rad))
        return t > 0.0 ? ramped(p.amplitude_rad, p.rate_radps, t) : 0.0;
    if (!reversed_s_ && std::abs(roll_rate_radps) <= low_radps) reversed_s_ = t;
    if (!reversed_s_) return p.amplitude_rad;
    const double back =
        p.amplitude_rad - ramped(2.0 * p.amplitude_rad, p.rate_radps, t - *reversed_s_);
    const double held_s = t - *reversed_s_ - 2.0 * std::abs(p.amplitude_rad) / p.rate_radps;
    return back * std::clamp(1.0 - (held_s - hold_s) / release_s, 0.0, 1.0);
}

double SteerMovement::angle_rad(double t_s, double roll_rate_radps) {
    if (program_.shape == SteerShape::fishhook) return fishhook_rad(t_s, roll_rate_radps);
    return programmed(program_, t_s);
}

}  // namespace plant
