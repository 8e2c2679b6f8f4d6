// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/vehicle_state.hpp>

#include <plant/state.hpp>

/// What becomes of a vehicle's state where the vehicle is a model of its motion.
namespace gateway {

/// Of a vehicle that nobody has asked for anything yet.
inline VehicleStateCommand state_at_start() noexcept {
    VehicleStateCommand state;
    state.blinker = Blinker::off;
    state.headlight = Headlight::off;
    state.wiper = Wiper::off;
    state.gear = Gear::drive;
    return state;
}

/// A model has no LOW of its own, and PARK is neutral there; see holds_still().
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

/// Whether a model's hand brake is on.
inline bool holds_still(const VehicleStateCommand& state) noexcept {
    return state.hand_brake || state.gear == Gear::park;
}

/// As a vehicle reports it that does what it is told at once. Its fuel is not known.
inline VehicleStateReport report_of(const VehicleStateCommand& state) noexcept {
    VehicleStateReport report;
    static_cast<VehicleState&>(report) = state;
    return report;
}

/// What asks a vehicle for the state that it reports; not for who drives.
inline VehicleStateCommand command_of(const VehicleStateReport& report) noexcept {
    VehicleStateCommand command;
    static_cast<VehicleState&>(command) = report;
    command.mode = DrivingMode::no_command;
    return command;
}

}  // namespace gateway
