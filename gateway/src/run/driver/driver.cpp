// SPDX-License-Identifier: MIT
#include "driver.hpp"

#include "command_level/pedals.hpp"

#include <algorithm>

namespace gateway {
namespace {

/// Between a change of the pedals and half of its effect.
constexpr double pedal_response_s = 0.05;
/// A manoeuvre is driven without limits of comfort.
constexpr double fastest_jerk_mps3 = 100;

SpeedControl control_of(const DriverTask& task) {
    const DriverConfig& driver = task.driver;
    if (task.manoeuvre != nullptr)
        return {task.vehicle.pedals, range_of(task.vehicle.pedals, 0), fastest_jerk_mps3};
    const AccelerationRange comfort{-driver.deceleration_mps2, driver.acceleration_mps2};
    return {task.vehicle.pedals, comfort, driver.jerk_mps3};
}

}  // namespace

const std::vector<DriverColumn>& driver_columns() {
    static const std::vector<DriverColumn> columns{{"driver_speed_mps", &DriverValues::speed_mps},
                                                   {"driver_left_m", &DriverValues::left_m},
                                                   {"driver_steer_rad", &DriverValues::steer_rad},
                                                   {"driver_throttle", &DriverValues::throttle},
                                                   {"driver_brake", &DriverValues::brake}};
    return columns;
}

Driver::Driver(const DriverTask& task)
    : manoeuvre_(task.manoeuvre),
      profile_(task.route, curvature_of(task.route), {task.driver, task.grip, task.vehicle.pedals}),
      steering_(curvature_of(task.route), task.vehicle.steering, task.driver.preview_s),
      speed_(control_of(task)) {
    if (manoeuvre_ != nullptr) start_.emplace(*manoeuvre_);
}

Cycle Driver::run_cycle(const CycleInput& input) {
    Cycle cycle;
    cycle.is_failsafe = !input.feedback.is_fresh;
    if (cycle.is_failsafe) return cycle;
    cycle.command.control = drive(input);
    cycle.command.state.emplace().gear = Gear::drive;
    return cycle;
}

ControllerStatus Driver::status() const {
    ControllerStatus status;
    status.state = ControllerState::answering;
    status.output_age = std::chrono::nanoseconds(0);
    return status;
}

PedalCommand Driver::drive(const CycleInput& input) {
    const plant::State& state = input.feedback.state;
    const double speed_mps = state.velocity_mps.x();
    const double passed_s = std::chrono::duration<double>(input.since_last).count();
    const RouteOffset offset = offset_from(input.trajectory.nearest, state);
    const SpeedTarget wanted = target(input, offset);
    PedalCommand command = speed_.pedals(wanted, speed_mps, passed_s);
    command.steer_rad = steering_.angle_rad(offset, state, passed_s);
    values_ = {wanted.speed_mps, offset.left_m, command.steer_rad, command.throttle, command.brake};
    return command;
}

SpeedTarget Driver::target(const CycleInput& input, const RouteOffset& offset) {
    const plant::State& state = input.feedback.state;
    if (manoeuvre_ == nullptr) return profile_target(offset.way_m, state.velocity_mps.x());
    return manoeuvre_target(start_->time_in(input.now, state));
}

SpeedTarget Driver::profile_target(double way_m, double speed_mps) const {
    SpeedTarget target;
    target.speed_mps = profile_.at(way_m).speed_mps;
    target.slope_mps2 = profile_.at(way_m + pedal_response_s * std::max(speed_mps, 0.0)).slope_mps2;
    target.is_to_stop = profile_.is_at_stop(way_m);
    return target;
}

/// Without a speed to hold, the vehicle coasts from the start of the manoeuvre on.
SpeedTarget Driver::manoeuvre_target(std::optional<SimTime> time) const {
    SpeedTarget target;
    target.speed_mps = manoeuvre_->initial_speed_mps;
    if (!time) return target;
    target.is_free = manoeuvre_->hold_speed_mps <= 0;
    if (target.is_free) return target;
    target.slope_mps2 = manoeuvre_->speed_rate_mps2;
    target.speed_mps = manoeuvre_->hold_speed_mps +
                       target.slope_mps2 * std::chrono::duration<double>(*time).count();
    return target;
}

}  // namespace gateway
