// SPDX-License-Identifier: MIT
#include "supervisor.hpp"

namespace gateway {
namespace {

Cycle cycle_of(CycleStatus status) {
    Cycle cycle;
    cycle.status = status;
    return cycle;
}

Cycle failsafe_cycle() {
    Cycle cycle;
    cycle.is_failsafe = true;
    return cycle;
}

bool is_loss(CycleStatus status) {
    return status == CycleStatus::no_answer || status == CycleStatus::peer_lost;
}

}  // namespace

Cycle Supervisor::run_cycle(const CycleInput& input) {
    const ddc::Deadline cycle_end = program_.link().peer().clock.now() + cycle_duration_;
    since_answer_ += input.since_last;
    for (int losses = 0;;) {
        if (!is_away_) {
            const Cycle cycle = program_.run_cycle({input.now, since_answer_, input.feedback,
                                                    input.trajectory, input.around, input.profile});
            if (cycle.status == CycleStatus::ok) since_answer_ = SimTime{0};
            if (!is_loss(cycle.status) || policy() == OnLoss::fail) return cycle;
            if (++losses == 2 && policy() == OnLoss::wait) return cycle;
            lose();
            if (losses == 2) return failsafe_cycle();
        }
        switch (
            program_.await_return(policy() == OnLoss::wait ? ddc::Deadline::max() : cycle_end)) {
            case ProgramConnection::Return::waiting:
                return failsafe_cycle();
            case ProgramConnection::Return::stopped:
                return cycle_of(CycleStatus::stopped);
            case ProgramConnection::Return::failed:
                return cycle_of(CycleStatus::peer_lost);
            case ProgramConnection::Return::another:
                since_answer_ = SimTime{0};  // no time has passed for it
                break;
            case ProgramConnection::Return::same:
                break;
        }
        is_away_ = false;
        program_.link().peer().report(info_of("program", "the program is back"));
    }
}

void Supervisor::lose() {
    ++losses_;
    is_away_ = true;
    const bool is_waiting = policy() == OnLoss::wait;
    const ProgramPeer& peer = program_.link().peer();
    peer.report(warning_of(
        "program", program_.explain() + (is_waiting ? "; waiting for it"
                                                    : "; the vehicle brakes until it is back")));
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
