// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include <gateway/base/vehicle_state.hpp>

#include <cstdint>

/// What stands between any controller and any vehicle: messages, safety rules, filters. Pure logic:
/// it does no input or output, reads no clock and allocates nothing while it runs.
///
/// Codes are those of the later public messages; numbering.hpp converts from and to the
/// specification's.
namespace gateway::vehicle_interface {

using gateway::Blinker;
using gateway::DrivingMode;
using gateway::Gear;
using gateway::Headlight;
using gateway::Wiper;

/// When a message was made; of simulated time where a run makes it.
using Stamp = SimTime;

/// Pedals and steering in the vehicle's own units, past everything that makes a command safe.
struct RawControlCommand {
    Stamp stamp{0};
    std::uint32_t throttle = 0;
    std::uint32_t brake = 0;
    std::int32_t front_steer = 0;
    std::int32_t rear_steer = 0;
};

/// Hands on the wheel and feet on the pedals.
struct VehicleControlCommand {
    Stamp stamp{0};
    float long_accel_mps2 = 0;  ///< negative in reverse
    float velocity_mps = 0;     ///< that the acceleration leads to; no rule acts on it
    float front_wheel_angle_rad = 0;
    float rear_wheel_angle_rad = 0;
};

struct HighLevelControlCommand {
    Stamp stamp{0};
    float velocity_mps = 0;  ///< negative in reverse
    float curvature = 0;     ///< of the path, 1/m, positive left
};

/// All of a vehicle that is no motion.
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

/// What is believed of a vehicle that has reported nothing yet.
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
