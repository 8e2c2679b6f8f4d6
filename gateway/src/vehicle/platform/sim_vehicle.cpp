// SPDX-License-Identifier: MIT
#include "sim_vehicle.hpp"

#include <limits>
#include <utility>

namespace gateway {
namespace {

void put(const PedalCommand& from, plant::Command& to) {
    to.steer_rad = from.steer_rad;
    to.throttle = from.throttle;
    to.brake = from.brake;
    to.wheel_torque_nm.reset();
}

void put(const WheelTorqueCommand& from, plant::Command& to) {
    to.steer_rad = from.steer_rad;
    to.throttle = to.brake = 0;
    to.wheel_torque_nm = from.torque_nm;
}

}  // namespace

void withhold_steering(plant::Output& output) noexcept {
    constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
    output.steer_applied_rad = output.sensors.of(plant::sensor::steer)[0] = not_a_number;
}

SimVehicle::SimVehicle(std::unique_ptr<plant::SimSession> session, SimTime step, Level level,
                       bool publishes_steer)
    : session_(std::move(session)), step_(step), level_(level), publishes_steer_(publishes_steer) {
    feedback_.report = report_of(state_);
}

const Feedback& SimVehicle::feedback() const {
    if (!std::exchange(has_moved_on_, false)) return feedback_;
    static_cast<plant::Output&>(feedback_) = session_->output();
    if (!publishes_steer_) withhold_steering(feedback_);
    return feedback_;
}

bool SimVehicle::takes(Level level) const {
    return level == level_ || (level == Level::wheel_torques && session_->takes_wheel_torques());
}

plant::InputStatus SimVehicle::apply(const Command& command) {
    if (const auto* pedals = std::get_if<PedalCommand>(&command.control)) put(*pedals, held_);
    if (const auto* actuation = std::get_if<ActuationCommand>(&command.control))
        held_.actuation = *actuation;
    if (const auto* torques = std::get_if<WheelTorqueCommand>(&command.control))
        put(*torques, held_);
    if (command.state) state_ = on_top_of(*command.state, state_);
    held_.gear = plant_gear(state_.gear);
    held_.handbrake = holds_still(state_);
    held_.abs_off = command.off.abs;
    held_.traction_off = command.off.traction;
    held_.esc_off = command.off.esc;
    const plant::InputStatus status = session_->set_input(held_);
    if (status != plant::InputStatus::rejected) feedback_.report = report_of(state_);
    return status;
}

bool SimVehicle::advance() {
    return conclude_step(session_->tick(step_));
}

bool SimVehicle::conclude_step(plant::StepStatus status) {
    status_ = status;
    feedback_.has_rolled_over = status_ == plant::StepStatus::rolled_over;
    if (status_ != plant::StepStatus::ok) return false;
    has_moved_on_ = true;
    return true;
}

std::string SimVehicle::explain() const {
    if (status_ == plant::StepStatus::non_finite_state)
        return std::string("the simulated vehicle's ") + session_->fault() +
               " became infinite or undefined; the state before that step is kept";
    if (status_ == plant::StepStatus::rolled_over)
        return "the simulated vehicle rolled over; the state before that step is kept";
    return "the simulated vehicle's step must be longer than zero";
}

}  // namespace gateway
