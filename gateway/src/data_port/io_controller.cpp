// SPDX-License-Identifier: MIT
#include "io_controller.hpp"

namespace gateway::data_port {

/// What came while the loop stood still may be too old: it takes nothing over.
void IoController::look(const TurnInput& /*input*/) {
    has_new_command_ = false;
    if (!board_.command.take()) return;
    command_ = board_.command.latest();
    has_new_command_ = is_in_time();
}

bool IoController::is_in_time() const {
    return std::chrono::steady_clock::now() - command_.asked_at < cmd_timeout_;
}

Turn IoController::take_turn(const TurnInput& /*input*/) {
    Turn turn;
    turn.command = {command_.pedals, command_.state};
    turn.is_failsafe = !is_in_time();
    return turn;
}

void IoController::on_change_over(bool drives, const Feedback& /*feedback*/) {
    board_.is_driven_here = drives;
}

}  // namespace gateway::data_port
