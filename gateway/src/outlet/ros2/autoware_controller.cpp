// SPDX-License-Identifier: MIT
#include "autoware_controller.hpp"

namespace gateway::ros2 {
namespace {

constexpr SimTime command_timeout{500'000'000};
/// Codes of Autoware.
constexpr std::uint8_t to_the_left = 2, to_the_right = 3, lights_on = 2;

Blinker blinker_of(const Asked& asked) {
    if (asked.hazard_lights == lights_on) return Blinker::hazard;
    if (asked.indicators == to_the_left) return Blinker::left;
    if (asked.indicators == to_the_right) return Blinker::right;
    const bool is_asked = asked.indicators != 0 || asked.hazard_lights != 0;
    return is_asked ? Blinker::off : Blinker::no_command;
}

}  // namespace

void AutowareController::look(const TurnInput& input) {
    const std::uint64_t before = asked_.commands;
    if (const auto asked = board_->try_look()) asked_ = *asked;
    has_new_command_ = asked_.commands != before;
    if (has_new_command_) last_command_ = input.now;
}

Level AutowareController::level() const {
    return board_->commands() == Ros2Commands::actuation ? Level::actuation : Level::acceleration;
}

Turn AutowareController::take_turn(const TurnInput& input) {
    Turn turn;
    VehicleStateCommand& state = state_of(turn.command);
    state.gear = asked_.gear;
    state.blinker = blinker_of(asked_);
    std::visit([&](const auto& control) { turn.command.control = control; }, asked_.control);
    // In Autoware an acceleration is along the gear's direction.
    const Gear gear = asked_.gear != Gear::no_command ? asked_.gear : input.feedback.report.gear;
    if (auto* control = std::get_if<AccelerationCommand>(&turn.command.control))
        if (gear == Gear::reverse) control->accel_mps2 = -control->accel_mps2;
    turn.is_failsafe = input.now - last_command_ >= command_timeout;
    return turn;
}

std::string AutowareController::explain() const {
    return std::string("ROS 2: the first message on '/control/command/") +
           (level() == Level::actuation ? "actuation_cmd" : "control_cmd") +
           "' takes the vehicle over";
}

}  // namespace gateway::ros2
