// SPDX-License-Identifier: MIT
#include "shared_pacer.hpp"

#include <algorithm>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SimTime instant{1};

Schedule noted(const Schedule& schedule, const Cycle& cycle, Participant& participant) {
    participant.next_cycle = schedule.next_cycle;
    participant.act_at = schedule.act_at;
    participant.is_failsafe = cycle.is_failsafe;
    return schedule;
}

}  // namespace

Schedule SharedPacer::schedule(SimTime now, const Cycle& cycle) {
    return noted(pacer_->schedule(now, cycle), cycle, participant_);
}

/// The time until which others may continue: the next cycle, or the pending command's time.
SimTime SharedPacer::promise(SimTime now) const {
    const bool has_acted = participant_.act_at <= participant_.now;
    return std::max(now, has_acted ? participant_.next_cycle
                                   : std::min(participant_.act_at, participant_.next_cycle));
}

void SharedPacer::await(SimTime now) {
    participant_.time.announce(participant_.index, promise(now));
    participant_.now = now;
    pacer_->await(now);
}

/// Waits for the vehicle: another participant's cycle may be within its last step.
bool SharedPacer::await_cycle(SimTime now) {
    static_cast<void>(participant_.time.await_others(participant_.index, now, participant_.log));
    return true;
}

Schedule SharedRealtimePacer::schedule(SimTime now, const Cycle& cycle) {
    return noted(pacer_->schedule(now, cycle), cycle, participant_);
}

/// Before the cycle's time has been reached on the clock, one instant less is announced.
void SharedRealtimePacer::await(SimTime now) {
    participant_.time.announce(participant_.index,
                               std::max(now, participant_.next_cycle) - instant);
    participant_.now = now;
    if (now < participant_.next_cycle) return;
    if (!follow(now)) {
        pacer_->await(now);
        participant_.time.share(participant_.index, [&] { grid_.began = Clock::now(); });
    }
    participant_.time.announce(participant_.index, now);
    static_cast<void>(participant_.time.await_others(participant_.index, now, participant_.log));
}

/// Waits for the leader's cycle. @return false if this participant is the leader
bool SharedRealtimePacer::follow(SimTime now) {
    std::size_t leader = participant_.index;
    SteadyTime began{};
    const auto laggard = [&]() -> SharedTime::Laggard {
        leader = participant_.time.first();
        began = grid_.began;
        if (leader == participant_.index || participant_.time.announced(leader) >= now)
            return std::nullopt;
        return leader;
    };
    const auto period = pacer_->runner().period();
    auto end = SharedTime::Wait::timed_out;
    while (end == SharedTime::Wait::timed_out) {
        end = participant_.time.await(laggard, participant_.log, Clock::now() + period);
        if (end == SharedTime::Wait::timed_out) pacer_->stand_by_if_paused();
    }
    const bool leads = leader == participant_.index;
    if (!leads && end == SharedTime::Wait::done) pacer_->begin_with(began);
    return !leads;
}

}  // namespace gateway
