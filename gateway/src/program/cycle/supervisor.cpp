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

Supervisor::Supervisor(ProgramPeer peer, SimTime cycle_duration)
    : program_(std::move(peer)), cycle_duration_(cycle_duration) {
    const ProgramPeer& own = program_.link().peer();
    if (own.faults != nullptr && !own.faults->process.empty())
        faults_.emplace(own.faults->process, own.child);
}

Cycle Supervisor::run_cycle(const CycleInput& input) {
    if (!faults_) return exchange(input);
    const ProcessEffect effect = faults_->begin_cycle();
    const ProgramPeer& peer = program_.link().peer();
    if (effect.was_killed) peer.child->await_end();  // so each run loses it in the same cycle
    const bool is_too_slow =
        peer.options.answer_timeout && effect.delay >= *peer.options.answer_timeout;
    if (effect.silent_by != nullptr || is_too_slow) {
        since_answer_ += input.since_last;
        return silent_cycle(is_too_slow ? effect.slow_by : effect.silent_by);
    }
    end_silence();
    Cycle cycle = exchange(input);
    if (!cycle.is_failsafe) cycle.added_time = effect.delay;
    return cycle;
}

/// A cycle in which a fault keeps the program from answering. The gateway does not wait for it, so
/// the cycles of its return do not depend on the wall clock.
Cycle Supervisor::silent_cycle(const char* fault) {
    if (silence_.empty()) {
        silence_ = std::string("the program does not answer because of the fault '") + fault + "'";
        ++losses_;
        if (policy() != OnLoss::fail)
            report_loss(silence_, "; the vehicle brakes until the fault ends");
    }
    return policy() == OnLoss::fail ? cycle_of(CycleStatus::no_answer) : failsafe_cycle();
}

void Supervisor::end_silence() {
    if (silence_.empty()) return;
    silence_.clear();
    program_.link().peer().report(info_of("program", "the program answers again"));
}

Cycle Supervisor::exchange(const CycleInput& input) {
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
    report_loss(program_.explain(),
                is_waiting ? "; waiting for it" : "; the vehicle brakes until it is back");
    const ProgramPeer& peer = program_.link().peer();
    program_.link().expect_return(is_waiting ? peer.clock.now() + peer.options.start_timeout
                                             : ddc::Deadline::max());
}

void Supervisor::report_loss(const std::string& reason, const std::string& consequence) {
    program_.link().peer().report(warning_of("program", reason + consequence));
}

ControllerStatus Supervisor::status() const {
    ControllerStatus status = program_.status();
    status.losses = losses_;
    status.state =
        is_away_ || !silence_.empty() ? ControllerState::away : ControllerState::answering;
    return status;
}

}  // namespace gateway
