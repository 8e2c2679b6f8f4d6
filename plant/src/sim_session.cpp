// SPDX-License-Identifier: MIT
#include <plant/sim_session.hpp>

#include "command_limits.hpp"
#include "numbers.hpp"

#include "actuator/actuator.hpp"
#include "dynamics/attitude.hpp"
#include "dynamics/substeps.hpp"
#include "ground/contacts.hpp"
#include "models/four_wheeler.hpp"
#include "parameters/fingerprints.hpp"
#include "sensor/measured_state.hpp"
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

FourWheeler* planar_one(VehicleDynamics* dynamics) {
    auto* const vehicle = dynamic_cast<FourWheeler*>(dynamics);
    return vehicle == nullptr || vehicle->feels_unevenness() ? nullptr : vehicle;
}

/// Fingerprint of all parameters that must agree for a snapshot to be restored.
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
      planar_(planar_one(dynamics_.get())),
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
    const std::lock_guard<std::mutex> lock(mutex_);
    const Command realised = realise(dt);
    return conclude(drive(realised, dt), realised, dt);
}

/// @pre the lock is held
Command SimSession::realise(SimDuration dt) {
    const State& now = dynamics_->state();
    Command realised = actuator_->apply(latched_, now.velocity_mps.x(), sim_time_, dt);
    if (hook_ != nullptr) hook_->begin_tick(realised, {now, sim_time_, dt});
    return realised;
}

/// End of a tick, with the result of its step. @pre the lock is held
StepStatus SimSession::conclude(StepStatus status, const Command& realised, SimDuration dt) {
    failed_ = status;
    fault_ = dynamics_->fault();
    if (status != StepStatus::ok) return status;
    sim_time_ += dt;
    realised_ = realised;
    is_described_ = false;
    if (sensors_->are_due(sim_time_)) described_output();
    return StepStatus::ok;
}

StepStatus SimSession::drive(const Command& realised, SimDuration dt) {
    const bool looks_ahead = dynamics_->feels_unevenness();
    const bool is_plane = ground_->is_plane() && hook_ == nullptr;
    const bool is_held = !looks_ahead || is_plane || dt <= config_.solver.max_step;
    if (!is_held) described_output();  // parts before a failed one are kept
    return for_each_part(dt, is_held ? dt : config_.solver.max_step, [&](SimDuration part) {
        const State& now = dynamics_->state();
        const Contacts contacts = contacts_at(looks_ahead ? moved_straight_on(now, part) : now);
        return dynamics_->step(realised, contacts, part);
    });
}

Contacts SimSession::contacts_at(const State& state) const {
    Contacts contacts = contacts_of(*ground_, config_.vehicle.body, state);
    for (Contact& contact : contacts) contact.friction *= friction_scale_;
    if (hook_ == nullptr) return contacts;
    const auto positions_m = wheel_positions_m(config_.vehicle.body, state);
    for (std::size_t i = 0; i < contacts.size(); ++i)
        hook_->change_contact(contacts[i], {i, positions_m[i].x(), positions_m[i].y()});
    return contacts;
}

/// Writes state and command of the vehicle; a model with internal actuators overrides them.
void SimSession::describe() const {
    output_.sim_time = sim_time_;
    output_.steer_applied_rad = realised_.steer_rad;
    output_.throttle_applied = realised_.throttle;
    output_.brake_applied = realised_.brake;
    output_.state = dynamics_->state();
    dynamics_->describe(output_);
}

/// @pre the lock is held
const Output& SimSession::described_output() const {
    if (is_described_) return output_;
    describe();
    sensors_->apply(output_);
    is_described_ = true;
    return output_;
}

void SimSession::reset(const State& state) {
    if (!finite(state)) throw std::invalid_argument("state: must be finite");
    const std::lock_guard<std::mutex> lock(mutex_);
    dynamics_->reset(state, contacts_of(*ground_, config_.vehicle.body, state));
    actuator_->reset();
    failed_ = StepStatus::ok;
    fault_ = "";
    sim_time_ = SimDuration{0};
    realised_ = Command{};
    output_ = Output{};
    describe();
    sensors_->reset(output_);
    is_described_ = true;
    latched_ = Command{};
    friction_scale_ = 1.0;
    counters_ = InputCounters{};
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
    return described_output().state;
}

State SimSession::measured_state() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return plant::measured_state(described_output(), config_.sensors);
}

Output SimSession::output() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return described_output();
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
    const std::lock_guard<std::mutex> lock(mutex_);
    Output copy = described_output();
    Snapshot words;
    SnapshotWriter out(words);
    out.put(built_from_);
    dynamics_->save(out);
    actuator_->save(out);
    sensors_->save(out);
    for_each_number(copy, [&](double x) { out.put(x); });
    out.put(std::int64_t{sim_time_.count()});
    for (const double x :
         {latched_.steer_rad, latched_.throttle, latched_.brake, latched_.actuation.accel,
          latched_.actuation.brake, latched_.actuation.steer, friction_scale_}) {
        out.put(x);
    }
    out.put(static_cast<std::int64_t>(latched_.gear));
    for (const bool flag :
         {latched_.handbrake, latched_.abs_off, latched_.traction_off, latched_.esc_off}) {
        out.put(flag);
    }
    out.put(latched_.wheel_torque_nm.has_value());
    for (const double torque_nm : latched_.wheel_torque_nm.value_or(PerWheel{})) out.put(torque_nm);
    for (const auto count : {counters_.accepted, counters_.clamped, counters_.rejected}) {
        out.put(count);
    }
    return words;
}

void SimSession::restore(const Snapshot& snapshot) {
    const std::lock_guard<std::mutex> lock(mutex_);
    SnapshotReader in(snapshot);
    in.expect(built_from_);
    dynamics_->restore(in);
    actuator_->restore(in);
    sensors_->restore(in);
    std::int64_t time_ns = 0;
    for_each_number(output_, [&](double& x) { in.get(x); });
    in.get(time_ns);
    output_.sim_time = sim_time_ = SimDuration{time_ns};
    is_described_ = true;
    restore_input(in);
    in.finish();
    failed_ = StepStatus::ok;
    fault_ = "";
}

/// @pre the lock is held
void SimSession::restore_input(SnapshotReader& in) {
    for (double* x :
         {&latched_.steer_rad, &latched_.throttle, &latched_.brake, &latched_.actuation.accel,
          &latched_.actuation.brake, &latched_.actuation.steer, &friction_scale_}) {
        in.get(*x);
    }
    std::int64_t gear = 0;
    in.get(gear);
    if (std::abs(gear) > 1) throw std::invalid_argument("snapshot: has no such gear");
    latched_.gear = static_cast<Gear>(gear);
    for (bool* flag :
         {&latched_.handbrake, &latched_.abs_off, &latched_.traction_off, &latched_.esc_off}) {
        in.get(*flag);
    }
    bool has_torques = false;
    PerWheel torque_nm{};
    in.get(has_torques);
    for (double& x : torque_nm) in.get(x);
    latched_.wheel_torque_nm.reset();
    if (has_torques) latched_.wheel_torque_nm = torque_nm;
    if (limit_to_vehicle(latched_) || friction_scale_ < 0.0) {
        throw std::invalid_argument("snapshot: has a command beyond the vehicle's limits");
    }
    for (auto* count : {&counters_.accepted, &counters_.clamped, &counters_.rejected}) {
        in.get(*count);
    }
}

}  // namespace plant
