// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>

#include <cstddef>
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

/// All of a vehicle that is no motion.
struct VehicleStateCommand {
    plant::Gear gear = plant::Gear::drive;
    bool handbrake = false;
};

/// Exactly one level, and the vehicle's state if it is to change.
struct Command {
    std::variant<PedalCommand, ActuationCommand> control;
    std::optional<VehicleStateCommand> state;
};

/// The levels in the order of Command::control.
enum class Level : std::size_t { pedals, actuation };

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
