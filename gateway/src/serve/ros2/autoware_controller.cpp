// SPDX-License-Identifier: MIT
#include "autoware_controller.hpp"

namespace gateway::ros2 {
namespace {

constexpr SimTime command_timeout{500'000'000};

}  // namespace

void AutowareController::look(const CycleInput& input) {
    const std::uint64_t before = received_.commands;
    if (const auto received = board_->try_get()) received_ = *received;
    has_new_command_ = received_.commands != before;
    if (has_new_command_) last_command_ = input.now;
}

Cycle AutowareController::run_cycle(const CycleInput& input) {
    Cycle cycle;
    cycle.command = command_of(received_, input.feedback);
    cycle.is_failsafe = input.now - last_command_ >= command_timeout;
    return cycle;
}

std::string AutowareController::explain() const {
    return "ROS 2: the first message on " + board_->control_topics() + " takes over the vehicle";
}

}  // namespace gateway::ros2
