// SPDX-License-Identifier: MIT
#include "steering_robot.hpp"

#include <utility>

namespace gateway {
namespace {

/// The steering angle of a command; null if its level has none.
double* steer_of(Command& command) {
    if (auto* pedals = std::get_if<PedalCommand>(&command.control)) return &pedals->steer_rad;
    if (auto* motion = std::get_if<AccelerationCommand>(&command.control))
        return &motion->front_steer_rad;
    if (auto* motion = std::get_if<VelocityCommand>(&command.control)) return &motion->steer_rad;
    if (auto* torques = std::get_if<WheelTorqueCommand>(&command.control))
        return &torques->steer_rad;
    return nullptr;
}

}  // namespace

bool SteeringRobot::is_needed(const plant::Scenario& manoeuvre) {
    return manoeuvre.course.kind == plant::CourseKind::none &&
           manoeuvre.steer.shape != plant::SteerShape::none;
}

bool SteeringRobot::takes(Level level) {
    return level == Level::pedals || level == Level::acceleration || level == Level::velocity ||
           level == Level::wheel_torques;
}

SteeringRobot::SteeringRobot(std::unique_ptr<Controller> controller,
                             const plant::Scenario& manoeuvre)
    : controller_(std::move(controller)), start_(manoeuvre), movement_(manoeuvre.steer) {}

Cycle SteeringRobot::run_cycle(const CycleInput& input) {
    Cycle cycle = controller_->run_cycle(input);
    const plant::State& state = input.feedback.state;
    const auto time = start_.time_in(input.now, state);
    double* const steer_rad = steer_of(cycle.command);
    if (!time || steer_rad == nullptr) return cycle;
    *steer_rad = movement_.angle_rad(std::chrono::duration<double>(*time).count(),
                                     state.angular_velocity_radps.x());
    return cycle;
}

}  // namespace gateway
