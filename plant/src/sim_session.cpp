// SPDX-License-Identifier: MIT
#include <plant/sim_session.hpp>

#include "command_limits.hpp"
#include "numbers.hpp"

#include "actuator/actuator.hpp"
#include "dynamics/attitude.hpp"
#include "dynamics/substeps.hpp"
#include "ground/contacts.hpp"
#include "parameters/fingerprints.hpp"
#include "sensor/sensors.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plant {
namespace {

bool finite(const State& s) {
    double total = s.position_m.sum() + s.velocity_mps.sum() + s.angular_velocity_radps.sum() +
                   s.roll_rad + s.pitch_rad + s.yaw_rad;
    for (const double spin : s.wheel_spin_radps) total += spin;
    return std::isfinite(total);
}

/// Of all that a snapshot must agree with, besides the model.
std::uint64_t fingerprint_of(const SessionConfig& config) {
    Fingerprint print;
    add_to(print, config.vehicle);
    add_to(print, config.tyre);
    add_to(print, config.solver);
    add_to(print, config.actuator);
    add_to(print, config.sensors);
    add_to(print, config.actuation);
    return print.value();
}

}  // namespace

SimSession::SimSession(std::unique_ptr<VehicleDynamics> dynamics, std::unique_ptr<Ground> ground,
                       const SessionConfig& config)
    : config_(config),
      built_from_(fingerprint_of(config)),
      dynamics_(std::move(dynamics)),
      ground_(std::move(ground)) {
    if (!dynamics_) throw std::invalid_argument("dynamics: is missing");
    if (!ground_) throw std::invalid_argument("ground: is missing");
    validate(config_.actuator);
    validate(config_.sensors);
    const double max_steer_rad = config_.vehicle.steering.max_angle_rad;
    if (config_.actuator.steer.dead_zone >= max_steer_rad) {
        throw std::invalid_argument("steer.dead_zone_rad: must be less than the largest angle");
    }
    dynamics_->initialize(config_.vehicle, config_.tyre, config_.solver);
    actuator_ = std::make_unique<Actuator>(config_.actuator, max_steer_rad);
    sensors_ = std::make_unique<Sensors>(config_.sensors);
    reset(State{});
}

SimSession::~SimSession() = default;

bool SimSession::is_usable(const Command& command) const {
    return is_finite(command) && (!command.wheel_torque_nm || takes_wheel_torques());
}

bool SimSession::limit_to_vehicle(Command& command) const {
    const VehicleParams& vehicle = config_.vehicle;
    const bool is_changed = limit(command, vehicle.steering.max_angle_rad);
    if (!command.wheel_torque_nm) return is_changed;
    command.throttle = command.brake = 0.0;
    const double most_nm = std::max(vehicle.drive.max_torque_nm, vehicle.brake.max_torque_nm);
    return limit(*command.wheel_torque_nm, most_nm) || is_changed;
}

InputStatus SimSession::set_input(const Command& command) {
    Command limited = command;
    const bool usable = is_usable(command);
    const bool changed = usable && limit_to_vehicle(limited);
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!usable) {
        ++counters_.rejected;
        return InputStatus::rejected;
    }
    latched_ = limited;
    ++(changed ? counters_.clamped : counters_.accepted);
    return changed ? InputStatus::clamped : InputStatus::accepted;
}

StepStatus SimSession::tick(SimDuration dt) {
    if (dt.count() <= 0) return StepStatus::invalid_duration;
    if (failed_ != StepStatus::ok) return failed_;
    Command command;
    double friction_scale = 1.0;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        command = latched_;
        friction_scale = friction_scale_;
    }
    const Command realised = actuator_->apply(command, working_.sim_time, dt);
    const StepStatus status = drive(realised, friction_scale, dt);
    failed_ = status;
    fault_ = dynamics_->fault();
    if (status != StepStatus::ok) return status;
    working_.sim_time += dt;
    take_over(realised);
    sensors_->apply(working_);
    publish();
    return StepStatus::ok;
}

StepStatus SimSession::drive(const Command& realised, double friction_scale, SimDuration dt) {
    const bool looks_ahead = dynamics_->feels_unevenness();
    const bool is_held = !looks_ahead || ground_->is_plane();
    return for_each_part(dt, is_held ? dt : config_.solver.max_step, [&](SimDuration part) {
        const State& now = dynamics_->state();
        Contacts contacts = contacts_of(*ground_, config_.vehicle.body,
                                        looks_ahead ? moved_straight_on(now, part) : now);
        for (Contact& contact : contacts) contact.friction *= friction_scale;
        return dynamics_->step(realised, contacts, part);
    });
}

/// The vehicle's state and what it was moved by; a model with its own actuators corrects that.
void SimSession::take_over(const Command& realised) {
    working_.steer_applied_rad = realised.steer_rad;
    working_.throttle_applied = realised.throttle;
    working_.brake_applied = realised.brake;
    working_.state = dynamics_->state();
    dynamics_->describe(working_);
}

void SimSession::publish() {
    const std::lock_guard<std::mutex> lock(mutex_);
    output_ = working_;
}

void SimSession::reset(const State& state) {
    if (!finite(state)) throw std::invalid_argument("state: must be finite");
    dynamics_->reset(state, contacts_of(*ground_, config_.vehicle.body, state));
    actuator_->reset();
    failed_ = StepStatus::ok;
    fault_ = "";
    working_ = Output{};
    take_over(Command{});
    sensors_->reset(working_);
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        latched_ = Command{};
        friction_scale_ = 1.0;
        counters_ = InputCounters{};
    }
    publish();
}

void SimSession::set_friction_scale(double scale) {
    if (!std::isfinite(scale) || scale < 0.0) {
        throw std::invalid_argument("friction scale: must be finite and at least 0");
    }
    const std::lock_guard<std::mutex> lock(mutex_);
    friction_scale_ = scale;
}

State SimSession::state() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return output_.state;
}

Output SimSession::output() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return output_;
}

InputCounters SimSession::input_counters() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return counters_;
}

Command SimSession::input() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return latched_;
}

const char* SimSession::fault() const {
    return fault_;
}

Snapshot SimSession::snapshot() const {
    Snapshot words;
    SnapshotWriter out(words);
    out.put(built_from_);
    dynamics_->save(out);
    actuator_->save(out);
    sensors_->save(out);
    Output copy = working_;
    for_each_number(copy, [&](double x) { out.put(x); });
    out.put(std::int64_t{working_.sim_time.count()});
    const std::lock_guard<std::mutex> lock(mutex_);
    for (const double x :
         {latched_.steer_rad, latched_.throttle, latched_.brake, latched_.actuation.accel,
          latched_.actuation.brake, latched_.actuation.steer, friction_scale_}) {
        out.put(x);
    }
    out.put(static_cast<std::int64_t>(latched_.gear));
    out.put(latched_.handbrake);
    out.put(latched_.wheel_torque_nm.has_value());
    for (const double torque_nm : latched_.wheel_torque_nm.value_or(PerWheel{})) out.put(torque_nm);
    for (const auto count : {counters_.accepted, counters_.clamped, counters_.rejected}) {
        out.put(count);
    }
    return words;
}

void SimSession::restore(const Snapshot& snapshot) {
    SnapshotReader in(snapshot);
    in.expect(built_from_);
    dynamics_->restore(in);
    actuator_->restore(in);
    sensors_->restore(in);
    for_each_number(working_, [&](double& x) { in.get(x); });
    std::int64_t time_ns = 0;
    std::int64_t gear = 0;
    in.get(time_ns);
    working_.sim_time = SimDuration{time_ns};
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        for (double* x :
             {&latched_.steer_rad, &latched_.throttle, &latched_.brake, &latched_.actuation.accel,
              &latched_.actuation.brake, &latched_.actuation.steer, &friction_scale_}) {
            in.get(*x);
        }
        in.get(gear);
        if (std::abs(gear) > 1) throw std::invalid_argument("snapshot: has no such gear");
        latched_.gear = static_cast<Gear>(gear);
        in.get(latched_.handbrake);
        bool has_torques = false;
        PerWheel torque_nm{};
        in.get(has_torques);
        for (double& x : torque_nm) in.get(x);
        latched_.wheel_torque_nm.reset();
        if (has_torques) latched_.wheel_torque_nm = torque_nm;
        for (auto* count : {&counters_.accepted, &counters_.clamped, &counters_.rejected}) {
            in.get(*count);
        }
    }
    in.finish();
    failed_ = StepStatus::ok;
    fault_ = "";
    publish();
}

}  // namespace plant
