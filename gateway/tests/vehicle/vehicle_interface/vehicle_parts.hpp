// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/machine/safety_state_machine.hpp"

#include <cstddef>
#include <limits>

/// Messages for tests with the given values.
namespace gateway::vehicle_interface::tests {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

/// All rules but `rate`, which would change most commands of tests of other rules.
inline SafetyConfig at_any_rate() {
    SafetyConfig config;
    config.modes[static_cast<std::size_t>(Rule::rate)] = RuleMode::off;
    return config;
}

inline SafetyConfig with(Rule rule, RuleMode mode) {
    SafetyConfig config = at_any_rate();
    config.modes[static_cast<std::size_t>(rule)] = mode;
    return config;
}

inline VehicleControlCommand control(Stamp stamp, float accel_mps2, float front_rad = 0) {
    VehicleControlCommand command;
    command.stamp = stamp;
    command.long_accel_mps2 = accel_mps2;
    command.front_wheel_angle_rad = front_rad;
    return command;
}

inline VehicleOdometry driving(float velocity_mps) {
    VehicleOdometry odometry;
    odometry.velocity_mps = velocity_mps;
    return odometry;
}

inline VehicleStateReport report_at(Stamp stamp, Gear gear = Gear::drive) {
    VehicleStateReport report = report_before_any();
    report.stamp = stamp;
    report.gear = gear;
    return report;
}

inline VehicleStateReport report_of(DrivingMode mode) {
    VehicleStateReport report = report_before_any();
    report.mode = mode;
    return report;
}

inline VehicleStateCommand shift_to(Gear gear) {
    VehicleStateCommand state;
    state.gear = gear;
    return state;
}

inline VehicleStateCommand request(DrivingMode mode) {
    VehicleStateCommand state;
    state.mode = mode;
    return state;
}

inline SafetyConfig secured() {
    SafetyConfig config = at_any_rate();
    config.cabin = {Secured::yes, Secured::yes};
    return config;
}

}  // namespace gateway::vehicle_interface::tests
