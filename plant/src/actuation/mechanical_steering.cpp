// SPDX-License-Identifier: MIT
#include "actuation/mechanical_steering.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// Steps of this length keep their exact torque delay.
constexpr double shortest_step_s = 1e-4;

double sign(double x) {
    return x < 0.0 ? -1.0 : 1.0;
}

double within(double value, double limit) {
    return std::clamp(value, -limit, limit);
}

/// Weighted as the classical Runge-Kutta method does.
double mean_of(double k1, double k2, double k3, double k4) {
    return (k1 + 2.0 * k2 + 2.0 * k3 + k4) / 6.0;
}

}  // namespace

MechanicalSteering::MechanicalSteering(const MechanicalParams& params, Compatibility compatibility)
    : params_(params),
      corrected_(compatibility == Compatibility::corrected),
      history_(static_cast<std::size_t>(params.torque_delay_time_s / shortest_step_s) + 4) {}

void MechanicalSteering::reset(double angle_rad) {
    angle_ = angle_rad;
    omega_ = 0.0;
    dead_zone_ = false;
    integral_ = 0.0;
    error_ = 0.0;
    time_s_ = 0.0;
    history_.clear();
    if (corrected_) previous_ = angle_rad;
}

/// The reference compares with the angle wanted before, whether or not that was reached.
double MechanicalSteering::limited(double wanted_rad, double dt_s) const {
    const double change = within(wanted_rad, params_.angle_limit_rad) - previous_;
    return within(previous_ + within(change, params_.rate_limit_radps * dt_s),
                  params_.angle_limit_rad);
}

MechanicalSteering::Step MechanicalSteering::prepared(double wanted_rad, double speed_mps,
                                                      double dt_s) const {
    const PowerSteeringParams& p = params_.poly;
    const double v = std::abs(speed_mps);
    Step step{};
    step.dt_s = dt_s;
    step.limited_rad = limited(wanted_rad, dt_s);
    step.power_offset = ((p.d * v + p.e) * v + p.f) * v + p.h;
    step.power_slope = p.c + p.g * v;
    step.start = torque(angle_, step);
    step.may_move = true;
    if (!corrected_) {
        step.may_move =
            !history_.empty() &&
            history_.last_time_s() + dt_s - history_.first_time_s() >= params_.torque_delay_time_s;
    }
    return step;
}

MechanicalSteering::Torque MechanicalSteering::torque(double angle_rad, const Step& step) const {
    const PowerSteeringParams& p = params_.poly;
    const double error = step.limited_rad - angle_rad;
    const double slope = step.dt_s < 1e-6 ? 0.0 : (error - error_) / step.dt_s;
    const double asked = params_.ff_gain * step.limited_rad + params_.kp * error +
                         params_.ki * (integral_ + error * step.dt_s) + params_.kd * slope;
    const double power =
        ((p.a * asked + p.b) * asked + step.power_slope) * asked + step.power_offset;
    return {error, asked, within(power, params_.steering_torque_limit)};
}

/// The torque of torque_delay_time ago: linear between the starts of the steps before, and from
/// the start of this step to the point it is asked for.
double MechanicalSteering::delayed(double torque, double since_start_s, const Step& step) const {
    const double delay_s = params_.torque_delay_time_s;
    if (delay_s == 0.0) return torque;
    if (since_start_s <= delay_s) return history_.value(time_s_ + (since_start_s - delay_s));
    const double share = (since_start_s - delay_s) / since_start_s;
    return step.start.steering + (torque - step.start.steering) * share;
}

/// A standing wheel has no direction; the reference takes it as turning left.
bool MechanicalSteering::in_dead_zone(double omega, double torque) const {
    if (std::abs(torque) >= params_.dead_zone_threshold) return false;
    const bool against = corrected_ ? omega * torque <= 0.0 : sign(omega) != sign(torque);
    return against || dead_zone_;
}

MechanicalSteering::Rates MechanicalSteering::rates(double angle_rad, double omega_radps,
                                                    double since_start_s, const Step& step) const {
    Rates k{};
    k.torque = torque(angle_rad, step);
    k.applied = corrected_ ? delayed(k.torque.steering, since_start_s, step) : k.torque.steering;
    k.dead_zone = step.may_move ? in_dead_zone(omega_radps, k.applied) : dead_zone_;
    if (!step.may_move || k.dead_zone) return k;
    const double friction_sign = corrected_ ? step.friction_sign : sign(omega_radps);
    k.angle = omega_radps;
    k.omega = (k.applied - params_.damping * omega_radps - params_.stiffness * angle_rad -
               params_.friction * friction_sign) /
              params_.inertia;
    return k;
}

/// Whether friction can keep a standing wheel from turning.
bool MechanicalSteering::is_held(double applied) const {
    return std::abs(applied - params_.stiffness * angle_) <= params_.friction;
}

/// Friction holds a standing wheel against what it can, and opposes a turning one.
void MechanicalSteering::let_go(Step& step) const {
    const double applied = delayed(step.start.steering, 0.0, step);
    step.may_move = omega_ != 0.0 || !is_held(applied);
    step.friction_sign = sign(omega_ != 0.0 ? omega_ : applied - params_.stiffness * angle_);
}

double MechanicalSteering::move(double wanted_rad, double speed_mps, double dt_s) {
    Step step = prepared(wanted_rad, speed_mps, dt_s);
    if (corrected_) {
        history_.push(time_s_, step.start.steering);
        let_go(step);
    }
    const double half_s = 0.5 * dt_s;
    const Rates k1 = rates(angle_, omega_, 0.0, step);
    const Rates k2 = rates(angle_ + k1.angle * half_s, omega_ + k1.omega * half_s, half_s, step);
    const Rates k3 = rates(angle_ + k2.angle * half_s, omega_ + k2.omega * half_s, half_s, step);
    const Rates k4 = rates(angle_ + k3.angle * dt_s, omega_ + k3.omega * dt_s, dt_s, step);
    Rates mean{};
    mean.torque.error_rad =
        mean_of(k1.torque.error_rad, k2.torque.error_rad, k3.torque.error_rad, k4.torque.error_rad);
    mean.applied = mean_of(k1.applied, k2.applied, k3.applied, k4.applied);
    mean.angle = mean_of(k1.angle, k2.angle, k3.angle, k4.angle);
    mean.omega = mean_of(k1.omega, k2.omega, k3.omega, k4.omega);
    take_over(mean, step);
    previous_ = corrected_ ? step.limited_rad : wanted_rad;
    return angle_;
}

void MechanicalSteering::take_over(const Rates& mean, const Step& step) {
    angle_ += mean.angle * step.dt_s;
    omega_ = within(omega_ + mean.omega * step.dt_s, params_.rate_limit_radps);
    const bool turned_back = corrected_ && omega_ * step.friction_sign < 0.0;
    if (turned_back && is_held(mean.applied)) omega_ = 0.0;
    limit_angle(params_.angle_limit_rad);
    error_ = mean.torque.error_rad;
    integral_ += error_ * step.dt_s;
    dead_zone_ = in_dead_zone(omega_, mean.applied);
    if (corrected_) {
        time_s_ += step.dt_s;
        history_.forget_before(time_s_ - params_.torque_delay_time_s);
    } else {
        history_.push((history_.empty() ? 0.0 : history_.last_time_s()) + step.dt_s, mean.applied);
        if (step.may_move) history_.pop_first();
    }
}

/// In the reference the wheel keeps pushing at the stop.
void MechanicalSteering::limit_angle(double limit_rad) {
    if (!(std::abs(angle_) > limit_rad)) return;
    angle_ = std::copysign(limit_rad, angle_);
    if (corrected_ && omega_ * angle_ > 0.0) omega_ = 0.0;
}

MechanicalReport MechanicalSteering::report() const {
    return {omega_, dead_zone_, integral_, error_, history_.size(), previous_};
}

template <class F>
void MechanicalSteering::for_each_number(const F& f) {
    for (double* x : {&angle_, &omega_, &integral_, &error_, &previous_, &time_s_}) f(*x);
}

void MechanicalSteering::save(SnapshotWriter& out) const {
    MechanicalSteering copy = *this;
    copy.for_each_number([&](double x) { out.put(x); });
    out.put(dead_zone_);
    history_.save(out);
}

void MechanicalSteering::restore(SnapshotReader& in) {
    for_each_number([&](double& x) { in.get(x); });
    in.get(dead_zone_);
    history_.restore(in);
}

}  // namespace plant
