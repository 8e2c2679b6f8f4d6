// SPDX-License-Identifier: MIT
#include <plant/actuation_vehicle.hpp>

#include "actuation/dead_time.hpp"
#include "actuation/gear_ratio.hpp"
#include "actuation/limits.hpp"
#include "actuation/mechanical_steering.hpp"
#include "actuation/pedals.hpp"
#include "math/functions.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plant {
namespace {

constexpr double shortest_stop_s = 1e-5;

/// An angle of any size, small enough for sin_cos.
double reduced(double angle_rad) {
    return std::abs(angle_rad) < 1e4 ? angle_rad : std::remainder(angle_rad, 4.0 * half_pi);
}

double tangent(double angle_rad) {
    const SinCos<double> sc = sin_cos(angle_rad);
    return sc.sin / sc.cos;
}

ActuationState advanced(const ActuationState& s, double h, const ActuationState& rate) {
    return {s.x_m + rate.x_m * h,
            s.y_m + rate.y_m * h,
            s.yaw_rad + rate.yaw_rad * h,
            s.vx_mps + rate.vx_mps * h,
            s.steer_rad + rate.steer_rad * h,
            s.ax_mps2 + rate.ax_mps2 * h};
}

template <class F>
void for_each_number(ActuationState& s, const F& f) {
    for (double* x : {&s.x_m, &s.y_m, &s.yaw_rad, &s.vx_mps, &s.steer_rad, &s.ax_mps2}) f(*x);
}

const ActuationParams& checked(Model model, const ActuationParams& params) {
    if (!takes_actuation(model)) throw std::invalid_argument("model: takes no actuation command");
    validate(params);
    return params;
}

/// What holds during a step besides the pedals.
struct Steered {
    double command;          ///< after its dead time
    double start_steer_rad;  ///< tyre angle before the step
    double start_tangent;    ///< its tangent: the mechanical tyre turns after the vehicle moved
};

}  // namespace

class ActuationVehicle::Implementation {
  public:
    Implementation(Model model, const ActuationParams& params);

    void reset(const ActuationState& state);
    void forget_commands();
    void update(const ActuationInput& input, double dt_s);
    ActuationStatus status() const;
    Reported reported() const;
    void report(const Reported& reported);
    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

    const Model model;
    const ActuationParams params;
    ActuationState state;
    MechanicalSteering mechanical;

  private:
    bool corrected() const { return params.compatibility == Compatibility::corrected; }
    Actuation delayed(const Actuation& command, double dt_s);
    double steer_rate(const ActuationState& s, double v_mps, const Steered& steered) const;
    ActuationState rates(const ActuationState& s, const Pedals::Pressed& pressed,
                         const Steered& steered) const;
    ActuationState integrated(const Pedals::Pressed& pressed, const Steered& steered,
                              double dt_s) const;
    void turn_wheel(double command, double dt_s);
    void obey_gear(const ActuationState& before, const Pedals::Pressed& pressed, double dt_s);

    const Pedals pedals_;
    const double steer_inverse_time_per_s_;
    const double inverse_wheel_base_per_m_;
    DeadTime accel_;
    DeadTime brake_;
    DeadTime steer_;
    SimDuration now_{0};
    Travel travel_ = Travel::forward;
    double steer_command_ = 0.0;  ///< the last one after its dead time
};

ActuationVehicle::Implementation::Implementation(Model m, const ActuationParams& p)
    : model(m),
      params(checked(m, p)),
      mechanical(p.mechanical, p.compatibility),
      pedals_(params),
      steer_inverse_time_per_s_(inverse_time_per_s(p.steer)),
      inverse_wheel_base_per_m_(1.0 / p.wheel_base_m),
      accel_(p.compatibility, p.accel.delay_s, p.nominal_step_s),
      brake_(p.compatibility, p.brake.delay_s, p.nominal_step_s),
      steer_(p.compatibility, p.steer.delay_s, p.nominal_step_s) {
    reset(params.reset_state);
}

void ActuationVehicle::Implementation::reset(const ActuationState& to) {
    state = to;
    mechanical.reset(to.steer_rad);
    if (corrected()) forget_commands();
}

void ActuationVehicle::Implementation::forget_commands() {
    for (DeadTime* queue : {&accel_, &brake_, &steer_}) queue->clear();
    now_ = SimDuration{0};
    steer_command_ = 0.0;
    travel_ = Travel::forward;
}

Actuation ActuationVehicle::Implementation::delayed(const Actuation& command, double dt_s) {
    const SimDuration now = now_;
    now_ += SimDuration{std::llround(1e9 * dt_s)};
    const SimDuration middle = (now + now_) / 2;
    return {accel_.pass(command.accel, now, middle), brake_.pass(command.brake, now, middle),
            steer_.pass(command.steer, now, middle)};
}

/// Rate of the tyre angle. The reference compares with the angle before the step, looks the steer
/// map up by speed and divides the rate found there by the time constant.
double ActuationVehicle::Implementation::steer_rate(const ActuationState& s, double v_mps,
                                                    const Steered& steered) const {
    const double actual =
        params.steer_bias_rad + (corrected() ? s.steer_rad : steered.start_steer_rad);
    switch (model) {
        case Model::actuation_cmd_steer_map:
            return corrected()
                       ? params.steer_map.value(steered.command, s.steer_rad)
                       : params.steer_map.value(steered.command, v_mps) * steer_inverse_time_per_s_;
        case Model::actuation_cmd_vgr:
            return (tyre_target(params.vgr, v_mps, s.steer_rad, steered.command) - actual) *
                   steer_inverse_time_per_s_;
        case Model::actuation_cmd_mechanical:
            return 0.0;
        default:
            return (steered.command - actual) * steer_inverse_time_per_s_;
    }
}

ActuationState ActuationVehicle::Implementation::rates(const ActuationState& s,
                                                       const Pedals::Pressed& pressed,
                                                       const Steered& steered) const {
    const double v = within(s.vx_mps, params.vel_lim_mps);
    const double a = within(s.ax_mps2, params.vel_rate_lim_mps2);
    const SinCos<double> heading = sin_cos(reduced(s.yaw_rad));
    const double tan_steer =
        s.steer_rad == steered.start_steer_rad ? steered.start_tangent : tangent(s.steer_rad);
    ActuationState rate;
    rate.x_m = v * heading.cos;
    rate.y_m = v * heading.sin;
    rate.yaw_rad = v * tan_steer * inverse_wheel_base_per_m_;
    rate.vx_mps = a;
    rate.steer_rad = within(steer_rate(s, v, steered), params.steer_rate_lim_radps);
    rate.ax_mps2 = (pedals_.wanted_mps2(pressed, v) - a) * pressed.inverse_time_per_s;
    return rate;
}

ActuationState ActuationVehicle::Implementation::integrated(const Pedals::Pressed& pressed,
                                                            const Steered& steered,
                                                            double dt_s) const {
    const ActuationState k1 = rates(state, pressed, steered);
    const ActuationState k2 = rates(advanced(state, 0.5 * dt_s, k1), pressed, steered);
    const ActuationState k3 = rates(advanced(state, 0.5 * dt_s, k2), pressed, steered);
    const ActuationState k4 = rates(advanced(state, dt_s, k3), pressed, steered);
    const ActuationState sum = advanced(advanced(advanced(k1, 2.0, k2), 2.0, k3), 1.0, k4);
    return advanced(state, dt_s / 6.0, sum);
}

/// The mechanical steering follows after the vehicle has moved.
void ActuationVehicle::Implementation::turn_wheel(double command, double dt_s) {
    const double target = tyre_target(params.vgr, state.vx_mps, state.steer_rad, command);
    mechanical.move(target, state.vx_mps, dt_s);
    mechanical.limit_angle(params.steer_lim_rad);
    state.steer_rad = mechanical.angle_rad();
}

void ActuationVehicle::Implementation::update(const ActuationInput& input, double dt_s) {
    const Actuation command = delayed(input.command, dt_s);
    const ActuationState before = state;
    const Pedals::Pressed pressed =
        pedals_.pressed(command, input.slope_accx_mps2, input.gear, before.vx_mps);
    const Steered steered{command.steer, before.steer_rad, tangent(before.steer_rad)};
    state = integrated(pressed, steered, dt_s);
    if (model == Model::actuation_cmd_mechanical) turn_wheel(command.steer, dt_s);
    state.vx_mps = within(state.vx_mps, params.vel_lim_mps);
    state.steer_rad = within(state.steer_rad, params.steer_lim_rad);
    obey_gear(before, pressed, dt_s);
    travel_ = pressed.travel;
    steer_command_ = command.steer;
}

/// Stops a vehicle that must not roll where it was; the wheels still turn.
void ActuationVehicle::Implementation::obey_gear(const ActuationState& before,
                                                 const Pedals::Pressed& pressed, double dt_s) {
    if (!pedals_.must_stand(pressed, before.vx_mps, state.vx_mps)) return;
    state.x_m = before.x_m;
    state.y_m = before.y_m;
    state.yaw_rad = before.yaw_rad;
    state.vx_mps = 0.0;
    state.ax_mps2 = (0.0 - before.vx_mps) / std::max(dt_s, shortest_stop_s);
}

/// The reference reports no steering.
ActuationStatus ActuationVehicle::Implementation::status() const {
    ActuationStatus status;
    pedals_.explain(status, state.ax_mps2, state.vx_mps, travel_);
    if (!corrected()) return status;
    switch (model) {
        case Model::actuation_cmd_steer_map:
            status.steer = steer_command_;
            break;
        case Model::actuation_cmd_vgr:
        case Model::actuation_cmd_mechanical:
            status.steer = wheel_angle(params.vgr, state.vx_mps, state.steer_rad);
            break;
        default:
            status.steer = state.steer_rad + params.steer_bias_rad;
    }
    return status;
}

ActuationVehicle::Reported ActuationVehicle::Implementation::reported() const {
    return {state, steer_command_, static_cast<int>(travel_)};
}

void ActuationVehicle::Implementation::report(const Reported& reported) {
    state = reported.state;
    steer_command_ = reported.steer_command;
    travel_ = static_cast<Travel>(reported.travel);
}

void ActuationVehicle::Implementation::save(SnapshotWriter& out) const {
    out.put(static_cast<std::uint64_t>(model));
    ActuationState copy = state;
    for_each_number(copy, [&](double x) { out.put(x); });
    out.put(steer_command_);
    out.put(std::int64_t{now_.count()});
    out.put(static_cast<std::int64_t>(travel_));
    mechanical.save(out);
    for (const DeadTime* queue : {&accel_, &brake_, &steer_}) queue->save(out);
}

void ActuationVehicle::Implementation::restore(SnapshotReader& in) {
    std::int64_t now_ns = 0;
    std::int64_t travel = 0;
    in.expect(static_cast<std::uint64_t>(model));
    for_each_number(state, [&](double& x) { in.get(x); });
    in.get(steer_command_);
    in.get(now_ns);
    in.get(travel);
    now_ = SimDuration{now_ns};
    travel_ = static_cast<Travel>(travel);
    mechanical.restore(in);
    for (DeadTime* queue : {&accel_, &brake_, &steer_}) queue->restore(in);
}

ActuationVehicle::ActuationVehicle(Model model, const ActuationParams& params)
    : self_(std::make_unique<Implementation>(model, params)) {}

ActuationVehicle::~ActuationVehicle() = default;
ActuationVehicle::ActuationVehicle(ActuationVehicle&&) noexcept = default;

void ActuationVehicle::reset(const ActuationState& state) {
    self_->reset(state);
}

void ActuationVehicle::update(const ActuationInput& input, double dt_s) noexcept {
    self_->update(input, dt_s);
}

void ActuationVehicle::restart(const ActuationState& state) {
    self_->forget_commands();
    self_->mechanical.forget_target();
    self_->reset(state);
}

const ActuationState& ActuationVehicle::state() const {
    return self_->state;
}

const ActuationParams& ActuationVehicle::params() const {
    return self_->params;
}

double ActuationVehicle::steer_report_rad() const {
    return self_->state.steer_rad + self_->params.steer_bias_rad;
}

double ActuationVehicle::published_steer_rad() const {
    const ActuationParams& params = self_->params;
    const bool has_hand_wheel =
        self_->model == Model::actuation_cmd_vgr || self_->model == Model::actuation_cmd_mechanical;
    if (params.enable_pub_steer || !has_hand_wheel) return steer_report_rad();
    const ActuationState& state = self_->state;
    return tyre_angle(params.vgr, state.vx_mps,
                      wheel_angle(params.vgr, state.vx_mps, state.steer_rad));
}

double ActuationVehicle::yaw_rate_radps() const {
    return self_->state.vx_mps * tangent(self_->state.steer_rad) / self_->params.wheel_base_m;
}

ActuationStatus ActuationVehicle::status() const {
    return self_->status();
}

MechanicalReport ActuationVehicle::mechanical() const {
    return self_->model == Model::actuation_cmd_mechanical ? self_->mechanical.report()
                                                           : MechanicalReport{};
}

ActuationVehicle::Reported ActuationVehicle::reported() const {
    return self_->reported();
}

void ActuationVehicle::report(const Reported& reported) {
    self_->report(reported);
}

void ActuationVehicle::save(SnapshotWriter& out) const {
    self_->save(out);
}

void ActuationVehicle::restore(SnapshotReader& in) {
    self_->restore(in);
}

}  // namespace plant
