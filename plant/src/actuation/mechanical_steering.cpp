// SPDX-License-Identifier: MIT
#include "actuation/mechanical_steering.hpp"

#include "actuation/limits.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// For steps of at least this length the torque delay is exact.
constexpr double shortest_torque_step_s = 1e-4;
constexpr double shortest_difference_s = 1e-6;

/// Mean with the weights of the classical Runge-Kutta method.
double mean_of(double k1, double k2, double k3, double k4) {
    return (k1 + 2.0 * k2 + 2.0 * k3 + k4) * (1.0 / 6.0);
}

}  // namespace

TorqueHistory::TorqueHistory(std::size_t capacity) : ring_(std::max<std::size_t>(capacity, 4)) {}

std::size_t TorqueHistory::place(std::size_t i) const {
    const std::size_t raw = first_ + i;
    return raw < ring_.size() ? raw : raw - ring_.size();
}

void TorqueHistory::clear() {
    first_ = 0;
    count_ = 0;
}

void TorqueHistory::push(double time_s, double torque) {
    if (count_ == ring_.size()) pop_first();
    ring_[place(count_++)] = {time_s, torque};
}

void TorqueHistory::pop_first() {
    first_ = place(1);
    --count_;
}

double TorqueHistory::value(double time_s) const {
    std::size_t after = 0;
    while (after < count_ && at(after).time_s <= time_s) ++after;
    if (after == 0) return 0.0;
    const Sample& before = at(after - 1);
    if (after == count_) return before.torque;
    const double share = (time_s - before.time_s) / (at(after).time_s - before.time_s);
    return before.torque + (at(after).torque - before.torque) * share;
}

void TorqueHistory::forget_before(double time_s) {
    while (count_ > 1 && at(1).time_s <= time_s) pop_first();
}

void TorqueHistory::save(SnapshotWriter& out) const {
    out.put(std::uint64_t{count_});
    for (std::size_t i = 0; i < count_; ++i) {
        out.put(at(i).time_s);
        out.put(at(i).torque);
    }
}

void TorqueHistory::restore(SnapshotReader& in) {
    std::uint64_t count = 0;
    in.get(count);
    if (count > ring_.size()) throw std::invalid_argument("snapshot: does not fit this steering");
    clear();
    for (; count_ < count; ++count_) {
        in.get(ring_[count_].time_s);
        in.get(ring_[count_].torque);
    }
}

MechanicalSteering::MechanicalSteering(const MechanicalParams& params, Compatibility compatibility)
    : params_(params),
      corrected_(compatibility == Compatibility::corrected),
      inverse_inertia_(1.0 / params.inertia),
      history_(static_cast<std::size_t>(params.torque_delay_time_s / shortest_torque_step_s) + 4) {}

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

/// The reference behaviour limits relative to the last target, whether or not it was reached.
double MechanicalSteering::limited(double wanted_rad, double dt_s) const {
    const double change = within(wanted_rad, params_.angle_limit_rad) - previous_;
    return within(previous_ + within(change, params_.rate_limit_radps * dt_s),
                  params_.angle_limit_rad);
}

/// Torque after the power steering. The reference behaviour evaluates the polynomial without the
/// sign of the torque, so it pulls to the left even with zero torque. In the corrected behaviour
/// assistance is symmetric, and the part that is independent of the torque increases from zero over
/// the torques that friction can hold, so that a centred wheel does not oscillate.
double MechanicalSteering::assisted(double requested, const Step& step) const {
    const PowerSteeringParams& p = params_.poly;
    if (!corrected_) {
        return ((p.a * requested + p.b) * requested + step.power_slope) * requested +
               step.power_offset;
    }
    const double size = std::abs(requested);
    if (size == 0.0) return 0.0;
    const double share = size < params_.friction ? size / params_.friction : 1.0;
    const double power =
        ((p.a * size + p.b) * size + step.power_slope) * size + step.power_offset * share;
    return std::copysign(1.0, requested) * power;
}

MechanicalSteering::Torque MechanicalSteering::torque(double angle_rad, const Step& step) const {
    const double error = step.limited_rad - angle_rad;
    const double requested = params_.ff_gain * step.limited_rad + params_.kp * error +
                             params_.ki * (integral_ + error * step.dt_s) +
                             params_.kd * ((error - error_) * step.inverse_dt_per_s);
    return {error, requested, within(assisted(requested, step), params_.steering_torque_limit)};
}

MechanicalSteering::Step MechanicalSteering::prepared(double wanted_rad, double speed_mps,
                                                      double dt_s) {
    const PowerSteeringParams& p = params_.poly;
    const double v = std::abs(speed_mps);
    Step step{};
    step.dt_s = dt_s;
    step.inverse_dt_per_s = dt_s < shortest_difference_s ? 0.0 : 1.0 / dt_s;
    step.limited_rad = limited(wanted_rad, dt_s);
    step.power_offset = ((p.d * v + p.e) * v + p.f) * v + p.h;
    step.power_slope = p.c + p.g * v;
    step.start = torque(angle_, step);
    apply_static_friction(step);
    return step;
}

/// In the reference behaviour the wheel does not move before torque_delay_time has passed.
bool MechanicalSteering::is_ready(double dt_s) const {
    return !history_.empty() &&
           history_.last_time_s() + dt_s - history_.first_time_s() >= params_.torque_delay_time_s;
}

/// Whether friction holds a wheel at standstill.
bool MechanicalSteering::is_held(double applied) const {
    return std::abs(applied - params_.stiffness * angle_) <= params_.friction;
}

/// Static friction holds a wheel at standstill; kinetic friction opposes a moving one.
void MechanicalSteering::apply_static_friction(Step& step) {
    step.start_applied = step.start.steering;
    step.may_move = corrected_ || is_ready(step.dt_s);
    if (!corrected_) return;
    history_.push(time_s_, step.start.steering);
    step.start_applied = history_.value(time_s_ - params_.torque_delay_time_s);
    step.may_move = omega_ != 0.0 || !is_held(step.start_applied);
    step.friction_sign =
        sign(omega_ != 0.0 ? omega_ : step.start_applied - params_.stiffness * angle_);
}

/// The torque torque_delay_time ago: interpolated between the starts of previous steps, and within
/// this step by the fraction `share` between its start and the current stage.
double MechanicalSteering::delayed(double torque, double since_start_s, double share,
                                   const Step& step) const {
    if (!corrected_) return torque;
    if (share > 0.0) return step.start.steering + (torque - step.start.steering) * share;
    return history_.value(time_s_ + (since_start_s - params_.torque_delay_time_s));
}

/// A wheel at standstill has no direction; in the reference behaviour it counts as turning left.
bool MechanicalSteering::in_dead_zone(double omega, double torque) const {
    if (std::abs(torque) >= params_.dead_zone_threshold) return false;
    const bool against = corrected_ ? omega * torque <= 0.0 : sign(omega) != sign(torque);
    return against || dead_zone_;
}

MechanicalSteering::Rates MechanicalSteering::rates(double angle_rad, double omega_radps,
                                                    const Torque& torque, double applied,
                                                    const Step& step) const {
    const bool dead = step.may_move ? in_dead_zone(omega_radps, applied) : dead_zone_;
    if (!step.may_move || dead) return {torque, applied, 0.0, 0.0, dead};
    const double friction_sign = corrected_ ? step.friction_sign : sign(omega_radps);
    const double push = applied - params_.damping * omega_radps - params_.stiffness * angle_rad -
                        params_.friction * friction_sign;
    return {torque, applied, omega_radps, push * inverse_inertia_, false};
}

MechanicalSteering::Rates MechanicalSteering::rates_at_start(const Step& step) const {
    return rates(angle_, omega_, step.start, step.start_applied, step);
}

double MechanicalSteering::move(double wanted_rad, double speed_mps, double dt_s) {
    const Step step = prepared(wanted_rad, speed_mps, dt_s);
    const auto later = [&](const Rates& k, double since_start_s, double share) {
        const double angle = angle_ + k.angle * since_start_s;
        const Torque now = torque(angle, step);
        return rates(angle, omega_ + k.omega * since_start_s, now,
                     delayed(now.steering, since_start_s, share, step), step);
    };
    const double delay_in_steps = params_.torque_delay_time_s * step.inverse_dt_per_s;
    const Rates k1 = rates_at_start(step);
    const Rates k2 = later(k1, 0.5 * dt_s, 1.0 - 2.0 * delay_in_steps);
    const Rates k3 = later(k2, 0.5 * dt_s, 1.0 - 2.0 * delay_in_steps);
    const Rates k4 = later(k3, dt_s, 1.0 - delay_in_steps);
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

/// In the reference behaviour the wheel keeps its speed at the stop.
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
