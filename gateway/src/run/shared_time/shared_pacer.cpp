// SPDX-License-Identifier: MIT
#include "shared_pacer.hpp"

#include <algorithm>

namespace gateway {
namespace {

using Clock = std::chrono::steady_clock;

constexpr SimTime instant{1};

Schedule noted(const Schedule& schedule, const Cycle& cycle, Participant& me) {
    me.next_cycle = schedule.next_cycle;
    me.act_at = schedule.act_at;
    me.is_failsafe = cycle.is_failsafe;
    return schedule;
}

}  // namespace

Schedule SharedPacer::schedule(SimTime now, const Cycle& cycle) {
    return noted(pacer_->schedule(now, cycle), cycle, me_);
}

/// Until when others may go on: to the next turn, or to where a command is still to be handed over.
SimTime SharedPacer::promise(SimTime now) const {
    const bool has_acted = me_.act_at <= me_.now;
    return std::max(now, has_acted ? me_.next_cycle : std::min(me_.act_at, me_.next_cycle));
}

void SharedPacer::await(SimTime now) {
    me_.time.announce(me_.index, promise(now));
    me_.now = now;
    pacer_->await(now);
}

/// When the vehicle is there and not before: another's turn may be inside of its last step.
bool SharedPacer::await_cycle(SimTime now) {
    static_cast<void>(me_.time.await_others(me_.index, now, me_.log));
    return true;
}

Schedule SharedRealtimePacer::schedule(SimTime now, const Cycle& cycle) {
    return noted(pacer_->schedule(now, cycle), cycle, me_);
}

/// What is announced before a turn's time has come on the clock is one instant less than it.
void SharedRealtimePacer::await(SimTime now) {
    me_.time.announce(me_.index, std::max(now, me_.next_cycle) - instant);
    me_.now = now;
    if (now < me_.next_cycle) return;
    if (!follow(now)) {
        pacer_->await(now);
        me_.time.share(me_.index, [&] { grid_.began = Clock::now(); });
    }
    me_.time.announce(me_.index, now);
    static_cast<void>(me_.time.await_others(me_.index, now, me_.log));
}

/// Waits for the leader's turn. @return false if this participant leads itself
bool SharedRealtimePacer::follow(SimTime now) {
    std::size_t leader = me_.index;
    SteadyTime began{};
    const auto laggard = [&]() -> SharedTime::Laggard {
        leader = me_.time.first();
        began = grid_.began;
        if (leader == me_.index || me_.time.announced(leader) >= now) return std::nullopt;
        return leader;
    };
    const auto period = pacer_->runner().period();
    auto end = SharedTime::Wait::timed_out;
    while (end == SharedTime::Wait::timed_out) {
        end = me_.time.await(laggard, me_.log, Clock::now() + period);
        if (end == SharedTime::Wait::timed_out) pacer_->stand_by_if_paused();
    }
    const bool leads = leader == me_.index;
    if (!leads && end == SharedTime::Wait::done) pacer_->begin_with(began);
    return !leads;
}

}  // namespace gateway
