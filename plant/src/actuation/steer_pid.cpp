// SPDX-License-Identifier: MIT
#include <plant/steer_pid.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

void SteerPid::integrate(double error_rad, double speed_mps, double dt_s) {
    constexpr double standstill_mps = 0.01;
    if (params_.ki <= 0.0) return;
    if (std::abs(speed_mps) < standstill_mps) {
        integral_ *= params_.invalid_integration_decay;
    } else {
        integral_ = std::clamp(integral_ + error_rad * dt_s, params_.min_i / params_.ki,
                               params_.max_i / params_.ki);
    }
}

double SteerPid::update(double error_rad, double speed_mps, double dt_s) {
    integrate(error_rad, speed_mps, dt_s);
    const double rate = has_last_error_ ? (error_rad - last_error_rad_) / dt_s : 0.0;
    has_last_error_ = true;
    last_error_rad_ = error_rad;
    parts_.p = std::clamp(params_.kp * error_rad, params_.min_p, params_.max_p);
    parts_.i = params_.ki * integral_;
    parts_.d = std::clamp(params_.kd * rate, params_.min_d, params_.max_d);
    return std::clamp(parts_.p + parts_.i + parts_.d, params_.min, params_.max);
}

void SteerPid::reset() {
    *this = SteerPid(params_);
}

}  // namespace plant
