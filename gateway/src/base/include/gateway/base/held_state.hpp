// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/vehicle_state.hpp>

#include <plant/state.hpp>

/// The state of a simulated vehicle (gear, lights and so on). The model computes only the motion,
/// so the commanded state is reported as the actual one.
namespace gateway {

/// The state before the first command.
inline VehicleStateCommand state_at_start() noexcept {
    VehicleStateCommand state;
    state.blinker = Blinker::off;
    state.headlight = Headlight::off;
    state.wiper = Wiper::off;
    state.gear = Gear::drive;
    return state;
}

/// The gear of the model. It has no LOW: LOW is drive. PARK is neutral with the hand brake on, see
/// holds_still().
inline plant::Gear plant_gear(Gear gear) noexcept {
    switch (gear) {
        case Gear::reverse:
            return plant::Gear::reverse;
        case Gear::park:
        case Gear::neutral:
            return plant::Gear::neutral;
        default:
            return plant::Gear::drive;
    }
}

/// Whether the model's hand brake is on.
inline bool holds_still(const VehicleStateCommand& state) noexcept {
    return state.hand_brake || state.gear == Gear::park;
}

/// The report of an ideal vehicle, in which every command takes effect at once. Its fuel level is
/// unknown.
inline VehicleStateReport report_of(const VehicleStateCommand& state) noexcept {
    VehicleStateReport report;
    static_cast<VehicleState&>(report) = state;
    return report;
}

/// The command that requests the reported state, without a request for a driving mode.
inline VehicleStateCommand command_of(const VehicleStateReport& report) noexcept {
    VehicleStateCommand command;
    static_cast<VehicleState&>(command) = report;
    command.mode = DrivingMode::no_command;
    return command;
}

}  // namespace gateway
