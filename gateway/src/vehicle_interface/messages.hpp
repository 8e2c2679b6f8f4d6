// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/time.hpp>

#include <cstdint>

/// What stands between any controller and any vehicle: messages, safety rules, filters. Pure logic:
/// it does no input or output, reads no clock and allocates nothing while it runs.
///
/// Codes are those of the later public messages, where 0 asks for nothing or is not known;
/// numbering.hpp converts from and to the specification's. A code may hold any byte:
/// it comes from outside.
namespace gateway::vehicle_interface {

/// When a message was made; of simulated time where a run makes it.
using Stamp = SimTime;

enum class Blinker : std::uint8_t { no_command, off, left, right, hazard };
enum class Headlight : std::uint8_t { no_command, off, on, high };
enum class Wiper : std::uint8_t { no_command, off, low, high, clean = 14 };
enum class Gear : std::uint8_t { no_command, drive, reverse, park, low, neutral };
/// A command may ask for the first two only.
enum class Mode : std::uint8_t { no_command, autonomous, manual, disengaged, not_ready };

constexpr bool is_known(Blinker code) noexcept {
    return code <= Blinker::hazard;
}
constexpr bool is_known(Headlight code) noexcept {
    return code <= Headlight::high;
}
constexpr bool is_known(Wiper code) noexcept {
    return code <= Wiper::high || code == Wiper::clean;
}
constexpr bool is_known(Gear code) noexcept {
    return code <= Gear::neutral;
}
constexpr bool is_known(Mode code) noexcept {
    return code <= Mode::not_ready;
}
/// A mode that can be asked for.
constexpr bool is_request(Mode code) noexcept {
    return code <= Mode::manual;
}

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
struct VehicleStateCommand {
    Stamp stamp{0};
    Blinker blinker = Blinker::no_command;
    Headlight headlight = Headlight::no_command;
    Wiper wiper = Wiper::no_command;
    Gear gear = Gear::no_command;
    Mode mode = Mode::no_command;
    bool hand_brake = false;
    bool horn = false;
};

struct VehicleOdometry {
    Stamp stamp{0};
    float velocity_mps = 0;  ///< negative in reverse
    float front_wheel_angle_rad = 0;
    float rear_wheel_angle_rad = 0;
};

struct VehicleStateReport {
    Stamp stamp{0};
    std::uint8_t fuel = 0;  ///< 0..100
    Blinker blinker = Blinker::no_command;
    Headlight headlight = Headlight::no_command;
    Wiper wiper = Wiper::no_command;
    Gear gear = Gear::no_command;
    Mode mode = Mode::no_command;
    bool hand_brake = false;
    bool horn = false;
};

/// What is believed of a vehicle that has reported nothing yet.
constexpr VehicleStateReport report_before_any() noexcept {
    VehicleStateReport report;
    report.blinker = Blinker::off;
    report.headlight = Headlight::off;
    report.wiper = Wiper::off;
    report.gear = Gear::drive;
    report.mode = Mode::not_ready;
    return report;
}

}  // namespace gateway::vehicle_interface
