// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include <gateway/base/vehicle_state.hpp>

#include <cstdint>

/// The safety functions between any controller and any vehicle: messages, safety rules, filters.
/// They do no input or output, read no clock and do not allocate while they run.
///
/// Codes are those of Autoware's messages; numbering.hpp converts to and from the specification's.
namespace gateway::vehicle_interface {

using gateway::Blinker;
using gateway::DrivingMode;
using gateway::Gear;
using gateway::Headlight;
using gateway::Wiper;

/// When a message was created; in a run, simulated time.
using Stamp = SimTime;

/// Pedals and steering in the vehicle's units. No rule changes them.
struct RawControlCommand {
    Stamp stamp{0};
    std::uint32_t throttle = 0;
    std::uint32_t brake = 0;
    std::int32_t front_steer = 0;
    std::int32_t rear_steer = 0;
};

/// Acceleration and wheel angles.
struct VehicleControlCommand {
    Stamp stamp{0};
    float long_accel_mps2 = 0;  ///< negative in reverse
    float velocity_mps = 0;     ///< target of the acceleration; no rule acts on it
    float front_wheel_angle_rad = 0;
    float rear_wheel_angle_rad = 0;
};

struct HighLevelControlCommand {
    Stamp stamp{0};
    float velocity_mps = 0;  ///< negative in reverse
    float curvature = 0;     ///< of the path, 1/m, positive left
};

/// A request for the vehicle's state apart from its motion.
struct VehicleStateCommand : gateway::VehicleStateCommand {
    Stamp stamp{0};
};

struct VehicleOdometry {
    Stamp stamp{0};
    float velocity_mps = 0;  ///< negative in reverse
    float front_wheel_angle_rad = 0;
    float rear_wheel_angle_rad = 0;
};

struct VehicleStateReport : gateway::VehicleStateReport {
    Stamp stamp{0};
};

/// The assumed state of a vehicle that has not sent a report yet.
constexpr VehicleStateReport report_before_any() noexcept {
    VehicleStateReport report;
    report.blinker = Blinker::off;
    report.headlight = Headlight::off;
    report.wiper = Wiper::off;
    report.gear = Gear::drive;
    report.mode = DrivingMode::not_ready;
    return report;
}

}  // namespace gateway::vehicle_interface
