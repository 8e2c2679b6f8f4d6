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

/// Commands of a controller to a vehicle, at one of several levels. SI units, ISO 8855.
namespace gateway {

/// Level `pedals`: steering and pedals, as a driver uses them.
struct PedalCommand {
    double steer_rad = 0;  ///< mean angle of the front road wheels, positive left
    double throttle = 0;   ///< 0..1
    double brake = 0;      ///< 0..1
    /// @name Targets that a vehicle may ignore; NaN if there is none
    /// @{
    double aux_accel_target_mps2 = std::numeric_limits<double>::quiet_NaN();  ///< along the body
    double aux_speed_target_mps = std::numeric_limits<double>::quiet_NaN();   ///< along the body
    /// @}
};

/// Level `actuation`: the input of the vehicle's actuation model, in the model's units.
using ActuationCommand = plant::Actuation;

/// Level `acceleration`: longitudinal acceleration and wheel angles.
struct AccelerationCommand {
    double accel_mps2 = 0;       ///< along the body, positive forwards
    double velocity_mps = 0;     ///< target of the acceleration; a vehicle may ignore it
    double front_steer_rad = 0;  ///< mean angle of the front road wheels, positive left
    double rear_steer_rad = 0;   ///< mean angle of the rear road wheels, positive left
};

/// Level `velocity`: velocity and wheel angle.
struct VelocityCommand {
    double velocity_mps = 0;  ///< negative backwards
    double steer_rad = 0;     ///< mean angle of the front road wheels, positive left
};

/// Level `curvature`: velocity and curvature of the path.
struct CurvatureCommand {
    double velocity_mps = 0;   ///< negative backwards
    double curvature_1pm = 0;  ///< of the path, positive left
};

/// Level `wheel_torques`: a torque for each wheel.
struct WheelTorqueCommand {
    std::array<double, 4>
        torque_nm{};       ///< FL, FR, RL, RR; negative brakes a wheel that rolls forwards
    double steer_rad = 0;  ///< mean angle of the front road wheels, positive left
};

/// Level `raw`: pedals and steering as integers in the vehicle's units. The fields are those of
/// RawControlCommand, see docs/reference/vehicle-interface.md.
struct RawCommand {
    std::uint32_t throttle = 0;
    std::uint32_t brake = 0;
    std::int32_t front_steer = 0;
    std::int32_t rear_steer = 0;
};

/// Parts of a simulated vehicle's brake control that are switched off while it drives.
struct SwitchedOff {
    bool abs = false;
    bool traction = false;
    bool esc = false;
};

/// A command: the control command of one level, and a request for the vehicle's state.
struct Command {
    /// The control command; its alternative is the level, in the order of Level.
    std::variant<PedalCommand, ActuationCommand, AccelerationCommand, VelocityCommand,
                 CurvatureCommand, WheelTorqueCommand, RawCommand>
        control;
    /// Gear, lights and so on; nothing to leave them unchanged.
    std::optional<VehicleStateCommand> state;
    /// When the controller computed the command; nothing if the controller does not report it.
    std::optional<SimTime> stamp{};
    /// Vehicles without brake control ignore it.
    SwitchedOff off{};
};

/// The levels, in the order of Command::control.
enum class Level : std::size_t {
    pedals,         ///< PedalCommand
    actuation,      ///< ActuationCommand
    acceleration,   ///< AccelerationCommand
    velocity,       ///< VelocityCommand
    curvature,      ///< CurvatureCommand
    wheel_torques,  ///< WheelTorqueCommand
    raw,            ///< RawCommand
};

/// All levels, in their order.
inline constexpr Level all_levels[] = {Level::pedals,   Level::actuation, Level::acceleration,
                                       Level::velocity, Level::curvature, Level::wheel_torques,
                                       Level::raw};

/// The level of the command's control command.
inline Level level_of(const Command& command) noexcept {
    return static_cast<Level>(command.control.index());
}

/// The control command of type Control in `command`. A control command of another level is replaced
/// by a default Control.
template <class Control>
Control& control_of(Command& command) noexcept {
    if (!std::holds_alternative<Control>(command.control)) command.control.emplace<Control>();
    return std::get<Control>(command.control);
}

/// The state request of `command`, added with its defaults if there was none.
inline VehicleStateCommand& state_of(Command& command) noexcept {
    return command.state ? *command.state : command.state.emplace();
}

}  // namespace gateway
