// SPDX-License-Identifier: MIT
#include "plant/sim_session.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace plant {
namespace {

bool finite(const Command& command) {
    return std::isfinite(command.steer_rad) && std::isfinite(command.throttle) &&
           std::isfinite(command.brake);
}

bool finite(const State& s) {
    double total = s.position_m.sum() + s.velocity_mps.sum() + s.angular_velocity_radps.sum() +
                   s.roll_rad + s.pitch_rad + s.yaw_rad;
    for (const double spin : s.wheel_spin_radps) total += spin;
    return std::isfinite(total);
}

/// Within the limits; true when something had to be changed.
bool limit(Command& command, double max_steer_rad) {
    const Command asked = command;
    command.steer_rad = std::clamp(asked.steer_rad, -max_steer_rad, max_steer_rad);
    command.throttle = std::clamp(asked.throttle, 0.0, 1.0);
    command.brake = std::clamp(asked.brake, 0.0, 1.0);
    command.gear = static_cast<Gear>(std::clamp(static_cast<int>(asked.gear), -1, 1));
    return command.steer_rad != asked.steer_rad || command.throttle != asked.throttle ||
           command.brake != asked.brake || command.gear != asked.gear;
}

/// Places of the wheels on the ground, seen from above.
Contacts query(const Ground& ground, const VehicleParams& vehicle, const State& state) {
    const BodyParams& body = vehicle.body;
    const double c = std::cos(state.yaw_rad);
    const double s = std::sin(state.yaw_rad);
    Contacts contacts;
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = body.cg_to_front_axle_m - (i < 2 ? 0.0 : body.wheelbase_m);
        const double y =
            (i % 2 == 0 ? 0.5 : -0.5) * (i < 2 ? body.track_front_m : body.track_rear_m);
        contacts[i] =
            ground.at(state.position_m.x() + c * x - s * y, state.position_m.y() + s * x + c * y);
    }
    return contacts;
}

}  // namespace

SimSession::SimSession(std::unique_ptr<VehicleDynamics> dynamics, std::unique_ptr<Ground> ground,
                       const SessionConfig& config)
    : config_(config), dynamics_(std::move(dynamics)), ground_(std::move(ground)) {
    if (!dynamics_) throw std::invalid_argument("dynamics: is missing");
    if (!ground_) throw std::invalid_argument("ground: is missing");
    dynamics_->initialize(config_.vehicle, config_.tyre, config_.solver);
    reset(State{});
}

SimSession::~SimSession() = default;

InputStatus SimSession::set_input(const Command& command) {
    Command limited = command;
    const bool usable = finite(command);
    const bool changed = usable && limit(limited, config_.vehicle.steering.max_angle_rad);
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
    const Command command = input();
    const Contacts contacts = query(*ground_, config_.vehicle, dynamics_->state());
    const StepStatus status = dynamics_->step(command, contacts, dt);
    if (status != StepStatus::ok) return status;
    working_.sim_time += dt;
    publish(command);
    return StepStatus::ok;
}

/// Sensors, then the snapshot.
void SimSession::publish(const Command& applied) {
    dynamics_->describe(working_);
    working_.state = dynamics_->state();
    working_.measured = working_.state;
    working_.steer_applied_rad = applied.steer_rad;
    working_.throttle_applied = applied.throttle;
    working_.brake_applied = applied.brake;
    const std::lock_guard<std::mutex> lock(mutex_);
    output_ = working_;
}

void SimSession::reset(const State& state) {
    if (!finite(state)) throw std::invalid_argument("state: must be finite");
    dynamics_->reset(state, query(*ground_, config_.vehicle, state));
    working_ = Output{};
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        latched_ = Command{};
        counters_ = InputCounters{};
    }
    publish(Command{});
}

State SimSession::state() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return output_.state;
}

State SimSession::measured_state() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return output_.measured;
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
    return dynamics_->fault();
}

}  // namespace plant
