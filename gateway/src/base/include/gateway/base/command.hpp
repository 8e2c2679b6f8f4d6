// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/time.hpp>
#include <gateway/base/vehicle_state.hpp>

#include <plant/state.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

/// What a vehicle is asked to do, at one of several levels of abstraction. SI units, ISO 8855.
namespace gateway {

/// Level `pedals`: as a driver does it.
struct PedalCommand {
    double steer_rad = 0;  ///< mean angle of the front road wheels, positive left
    double throttle = 0;   ///< 0..1
    double brake = 0;      ///< 0..1
    /// Advice that a vehicle may ignore; not a number if there is none.
    double aux_accel_target_mps2 = std::numeric_limits<double>::quiet_NaN();
    double aux_speed_target_mps = std::numeric_limits<double>::quiet_NaN();
};

/// Level `actuation`: what an actuation model is sent, in its own units.
using ActuationCommand = plant::Actuation;

/// Level `acceleration`.
struct AccelerationCommand {
    double accel_mps2 = 0;       ///< along the body, negative backwards
    double velocity_mps = 0;     ///< that the acceleration leads to; advice
    double front_steer_rad = 0;  ///< mean angle of the road wheels, positive left
    double rear_steer_rad = 0;
};

/// Level `velocity`: as fast as that, with that steering.
struct VelocityCommand {
    double velocity_mps = 0;  ///< negative backwards
    double steer_rad = 0;     ///< mean angle of the front road wheels, positive left
};

/// Level `curvature`: as fast as that, along that path.
struct CurvatureCommand {
    double velocity_mps = 0;   ///< negative backwards
    double curvature_1pm = 0;  ///< of the path, positive left
};

/// Level `wheel_torques`: each wheel by itself.
struct WheelTorqueCommand {
    std::array<double, 4>
        torque_nm{};       ///< FL, FR, RL, RR; negative brakes a wheel that turns forwards
    double steer_rad = 0;  ///< mean angle of the front road wheels, positive left
};

/// Level `raw`: pedals and steering in the vehicle's own units.
struct RawCommand {
    std::uint32_t throttle = 0;
    std::uint32_t brake = 0;
    std::int32_t front_steer = 0;
    std::int32_t rear_steer = 0;
};

/// Exactly one level, and the vehicle's state if it is to change.
struct Command {
    std::variant<PedalCommand, ActuationCommand, AccelerationCommand, VelocityCommand,
                 CurvatureCommand, WheelTorqueCommand, RawCommand>
        control;
    std::optional<VehicleStateCommand> state;
    /// When its controller made it, where it says so.
    std::optional<SimTime> stamp{};
};

/// The levels in the order of Command::control.
enum class Level : std::size_t {
    pedals,
    actuation,
    acceleration,
    velocity,
    curvature,
    wheel_torques,
    raw
};

inline constexpr Level all_levels[] = {Level::pedals,   Level::actuation, Level::acceleration,
                                       Level::velocity, Level::curvature, Level::wheel_torques,
                                       Level::raw};

inline Level level_of(const Command& command) noexcept {
    return static_cast<Level>(command.control.index());
}

/// The control command of that level, which `command` has from then on.
template <class Control>
Control& control_of(Command& command) noexcept {
    if (!std::holds_alternative<Control>(command.control)) command.control.emplace<Control>();
    return std::get<Control>(command.control);
}

/// The state that `command` asks for, which it does from then on.
inline VehicleStateCommand& state_of(Command& command) noexcept {
    return command.state ? *command.state : command.state.emplace();
}

}  // namespace gateway
