// SPDX-License-Identifier: MIT
#include "supervisor.hpp"

namespace gateway {
namespace {

Turn turn_of(TurnStatus status) {
    Turn turn;
    turn.status = status;
    return turn;
}

Turn failsafe_turn() {
    Turn turn;
    turn.is_failsafe = true;
    return turn;
}

bool is_loss(TurnStatus status) {
    return status == TurnStatus::no_answer || status == TurnStatus::peer_lost;
}

}  // namespace

Turn Supervisor::take_turn(const TurnInput& input) {
    const ddc::Deadline cycle_end = program_.link().peer().clock.now() + cycle_duration_;
    since_answer_ += input.since_last;
    for (int losses = 0;;) {
        if (!is_away_) {
            const Turn turn = program_.take_turn({input.now, since_answer_, input.feedback,
                                                  input.trajectory, input.around, input.profile});
            if (turn.status == TurnStatus::ok) since_answer_ = SimTime{0};
            if (!is_loss(turn.status) || policy() == OnLoss::fail) return turn;
            if (++losses == 2 && policy() == OnLoss::wait) return turn;
            lose();
            if (losses == 2) return failsafe_turn();
        }
        switch (
            program_.await_return(policy() == OnLoss::wait ? ddc::Deadline::max() : cycle_end)) {
            case ProgramLink::Return::waiting:
                return failsafe_turn();
            case ProgramLink::Return::stopped:
                return turn_of(TurnStatus::stopped);
            case ProgramLink::Return::failed:
                return turn_of(TurnStatus::peer_lost);
            case ProgramLink::Return::another:
                since_answer_ = SimTime{0};  // it has not seen any time pass
                break;
            case ProgramLink::Return::same:
                break;
        }
        is_away_ = false;
        program_.link().peer().report("the program is back");
    }
}

void Supervisor::lose() {
    ++losses_;
    is_away_ = true;
    const bool is_waiting = policy() == OnLoss::wait;
    const ProgramPeer& peer = program_.link().peer();
    peer.report(program_.explain() +
                (is_waiting ? "; waiting for it" : "; the vehicle brakes until it is back"));
    program_.link().expect_return(is_waiting ? peer.clock.now() + peer.options.start_timeout
                                             : ddc::Deadline::max());
}

ControllerStatus Supervisor::status() const {
    ControllerStatus status = program_.status();
    status.losses = losses_;
    status.state = is_away_ ? ControllerState::away : ControllerState::answering;
    return status;
}

}  // namespace gateway
