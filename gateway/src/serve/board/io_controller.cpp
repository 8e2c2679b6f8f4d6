// SPDX-License-Identifier: MIT
#include "io_controller.hpp"

namespace gateway::data_port {

/// A command that waited while the loop was paused may be too old to take over. The clock is read
/// once per cycle, so that a command which takes over the vehicle also drives it in that cycle.
void IoController::look(const CycleInput& /*input*/) {
    const bool is_new = board_.command.take();
    if (is_new) command_ = board_.command.latest();
    is_in_time_ = std::chrono::steady_clock::now() - command_.asked_at < cmd_timeout_;
    has_new_command_ = is_new && is_in_time_;
}

Cycle IoController::run_cycle(const CycleInput& /*input*/) {
    Cycle cycle;
    cycle.command = {command_.pedals, command_.state, std::nullopt, command_.off};
    cycle.is_failsafe = !is_in_time_;
    return cycle;
}

void IoController::on_change_over(bool drives, const Feedback& /*feedback*/) {
    board_.is_driven_here = drives;
}

}  // namespace gateway::data_port
