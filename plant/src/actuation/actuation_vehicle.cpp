// SPDX-License-Identifier: MIT
#include <plant/actuation_vehicle.hpp>

#include "actuation/dead_time.hpp"
#include "actuation/gear_ratio.hpp"
#include "actuation/limits.hpp"
#include "actuation/mechanical_steering.hpp"
#include "actuation/pedals.hpp"
#include "dynamics/attitude.hpp"
#include "math/functions.hpp"
#include "math/lanes.hpp"

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

template <class T>
T tangent(const T& angle_rad) {
    const SinCos<T> sc = sin_cos(angle_rad);
    return sc.sin / sc.cos;
}

/// What changes by itself during a step. The way follows from it, and nothing from the way.
struct Motion {
    double vx_mps, steer_rad, ax_mps2;
};

Motion advanced(const Motion& s, double h, const Motion& rate) {
    return {s.vx_mps + rate.vx_mps * h, s.steer_rad + rate.steer_rad * h,
            s.ax_mps2 + rate.ax_mps2 * h};
}

/// One of the four stages of the classical Runge-Kutta method.
struct Stage {
    double v_mps;  ///< within its limit
    double steer_rad;
    Motion rate;
};

// The way at two stages at once, one in each lane: sines and cosines take most of a step.
Lanes2 yaw_rates(const Stage& a, const Stage& b, double inverse_wheel_base_per_m) {
    return Lanes2{a.v_mps, b.v_mps} * tangent(Lanes2{a.steer_rad, b.steer_rad}) *
           inverse_wheel_base_per_m;
}

struct Velocities {
    Lanes2 x_mps, y_mps;
};

Velocities velocities(const Stage& a, const Stage& b, double yaw_a_rad, double yaw_b_rad) {
    const Lanes2 v_mps{a.v_mps, b.v_mps};
    const SinCos<Lanes2> heading = sin_cos(Lanes2{reduced(yaw_a_rad), reduced(yaw_b_rad)});
    return {v_mps * heading.cos, v_mps * heading.sin};
}

/// How place and yaw of a stage change, seen from above.
struct Way {
    double x_mps, y_mps, yaw_radps;
};

/// @param turn_radps about the road's normal
Way way_on_slope(const Stage& s, double turn_radps, double yaw_rad, const Eigen::Vector3d& normal) {
    const RoadAxes road = road_axes(yaw_rad, normal);
    return {s.v_mps * road.forward.x(), s.v_mps * road.forward.y(),
            turn_radps * normal.z() / (1.0 - road.forward.z() * road.forward.z())};
}

/// What the four stages of a step on a slope lead to.
struct SlopeStep {
    Stage stages[4];
    double turns_radps[4];
    Eigen::Vector3d normal;
    double dt_s;

    /// Moves place and yaw of `state` on; the rest of it stays.
    void move(ActuationState& state) const {
        const double yaw_rad = state.yaw_rad;
        Way rate{};
        for (int i = 0; i < 4; ++i) {
            const double since_start_s = i == 0 ? 0.0 : i == 3 ? dt_s : 0.5 * dt_s;
            const double share_s = (i == 1 || i == 2 ? 2.0 : 1.0) * (dt_s / 6.0);
            rate = way_on_slope(stages[i], turns_radps[i], yaw_rad + rate.yaw_radps * since_start_s,
                                normal);
            state.x_m += rate.x_mps * share_s;
            state.y_m += rate.y_mps * share_s;
            state.yaw_rad += rate.yaw_radps * share_s;
        }
    }
};

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
    double steer_rate(double steer_rad, double v_mps, const Steered& steered) const;
    Stage stage(const Motion& s, const Pedals::Pressed& pressed, const Steered& steered) const;
    bool is_level(const Eigen::Vector3d& normal) const;
    ActuationState integrated(const Pedals::Pressed& pressed, const Steered& steered,
                              const Eigen::Vector3d& normal, double dt_s) const;
    void turn_wheel(double command, double dt_s);
    void apply_gear(const ActuationState& before, const Pedals::Pressed& pressed, double dt_s);

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
double ActuationVehicle::Implementation::steer_rate(double steer_rad, double v_mps,
                                                    const Steered& steered) const {
    const double actual =
        params.steer_bias_rad + (corrected() ? steer_rad : steered.start_steer_rad);
    switch (model) {
        case Model::actuation_cmd_steer_map:
            return corrected()
                       ? params.steer_map.value(steered.command, steer_rad)
                       : params.steer_map.value(steered.command, v_mps) * steer_inverse_time_per_s_;
        case Model::actuation_cmd_vgr:
            return (tyre_target(params.vgr, v_mps, steer_rad, steered.command) - actual) *
                   steer_inverse_time_per_s_;
        case Model::actuation_cmd_mechanical:
            return 0.0;
        default:
            return (steered.command - actual) * steer_inverse_time_per_s_;
    }
}

__attribute__((always_inline)) inline Stage ActuationVehicle::Implementation::stage(
    const Motion& s, const Pedals::Pressed& pressed, const Steered& steered) const {
    const double v = within(s.vx_mps, params.vel_lim_mps);
    const double a = within(s.ax_mps2, params.vel_rate_lim_mps2);
    const double steer_radps =
        within(steer_rate(s.steer_rad, v, steered), params.steer_rate_lim_radps);
    const double jerk_mps3 = (pedals_.wanted_mps2(pressed, v) - a) * pressed.inverse_time_per_s;
    return {v, s.steer_rad, {a, steer_radps, jerk_mps3}};
}

bool ActuationVehicle::Implementation::is_level(const Eigen::Vector3d& normal) const {
    return !corrected() || (normal.x() == 0.0 && normal.y() == 0.0);
}

ActuationState ActuationVehicle::Implementation::integrated(const Pedals::Pressed& pressed,
                                                            const Steered& steered,
                                                            const Eigen::Vector3d& normal,
                                                            double dt_s) const {
    const double half_s = 0.5 * dt_s;
    const Motion start{state.vx_mps, state.steer_rad, state.ax_mps2};
    const Stage k1 = stage(start, pressed, steered);
    const Stage k2 = stage(advanced(start, half_s, k1.rate), pressed, steered);
    const Stage k3 = stage(advanced(start, half_s, k2.rate), pressed, steered);
    const Stage k4 = stage(advanced(start, dt_s, k3.rate), pressed, steered);
    const double yaw_rad = state.yaw_rad;
    const Lanes2 yaw12 = yaw_rates(k1, k2, inverse_wheel_base_per_m_);
    const Lanes2 yaw34 = yaw_rates(k3, k4, inverse_wheel_base_per_m_);
    const auto moved = [&](double from, double a, double b, double c, double d) {
        return from + (a + b * 2.0 + c * 2.0 + d) * (dt_s / 6.0);
    };
    const auto on_way = [&](double from, const Lanes2& a, const Lanes2& b) {
        return moved(from, a[0], a[1], b[0], b[1]);
    };
    const auto by_itself = [&](double Motion::*of) {
        return moved(start.*of, k1.rate.*of, k2.rate.*of, k3.rate.*of, k4.rate.*of);
    };
    ActuationState next = state;
    next.vx_mps = by_itself(&Motion::vx_mps);
    next.steer_rad = by_itself(&Motion::steer_rad);
    next.ax_mps2 = by_itself(&Motion::ax_mps2);
    if (!is_level(normal)) {
        const SlopeStep step{
            {k1, k2, k3, k4}, {yaw12[0], yaw12[1], yaw34[0], yaw34[1]}, normal, dt_s};
        step.move(next);
        return next;
    }
    const Velocities v12 = velocities(k1, k2, yaw_rad, yaw_rad + yaw12[0] * half_s);
    const Velocities v34 =
        velocities(k3, k4, yaw_rad + yaw12[1] * half_s, yaw_rad + yaw34[0] * dt_s);
    next.x_m = on_way(state.x_m, v12.x_mps, v34.x_mps);
    next.y_m = on_way(state.y_m, v12.y_mps, v34.y_mps);
    next.yaw_rad = on_way(yaw_rad, yaw12, yaw34);
    return next;
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
    const Steered steered{command.steer, before.steer_rad};
    state.ax_mps2 = pedals_.transmitted_mps2(pressed, state.ax_mps2);
    state = integrated(pressed, steered, input.road_normal, dt_s);
    if (corrected()) state.ax_mps2 = within(state.ax_mps2, params.vel_rate_lim_mps2);
    if (model == Model::actuation_cmd_mechanical) turn_wheel(command.steer, dt_s);
    state.vx_mps = within(state.vx_mps, params.vel_lim_mps);
    state.steer_rad = within(state.steer_rad, params.steer_lim_rad);
    apply_gear(before, pressed, dt_s);
    travel_ = pressed.travel;
    steer_command_ = command.steer;
}

/// Stops a vehicle that must not roll where it was; the wheels still turn. The reference leaves the
/// deceleration of that stop in the lag, which then drives the vehicle off.
void ActuationVehicle::Implementation::apply_gear(const ActuationState& before,
                                                  const Pedals::Pressed& pressed, double dt_s) {
    if (!pedals_.must_stand(pressed, before.vx_mps, state.vx_mps)) return;
    state.x_m = before.x_m;
    state.y_m = before.y_m;
    state.yaw_rad = before.yaw_rad;
    state.vx_mps = 0.0;
    state.ax_mps2 = corrected() ? 0.0 : (0.0 - before.vx_mps) / std::max(dt_s, shortest_stop_s);
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
