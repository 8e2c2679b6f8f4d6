// SPDX-License-Identifier: MIT
#include <gateway/loop.hpp>

#include <optional>

namespace gateway {

LoopResult run_loop(const Loop& loop, SimTime duration, const std::atomic<bool>& stop) {
    SimTime now{0}, last_turn{0};
    Schedule schedule;
    std::optional<Command> pending;
    const auto apply_what_is_due = [&] {
        if (!pending || now < schedule.act_at) return;
        loop.vehicle.apply(*pending);
        pending.reset();
    };
    while (now < duration) {
        if (stop) return {LoopEnd::interrupted, now};
        apply_what_is_due();
        if (now >= schedule.next_turn) {
            const Feedback& feedback = loop.vehicle.feedback();
            for (Observer* observer : loop.observers) observer->before_turn(now, feedback);
            const Turn turn = loop.controller.take_turn(now - last_turn);
            if (turn.status == TurnStatus::stopped) return {LoopEnd::interrupted, now};
            if (turn.status != TurnStatus::ok) return {LoopEnd::controller, now};
            schedule = loop.pacer.schedule(now, turn);
            for (Observer* observer : loop.observers)
                observer->after_turn({now, now - last_turn, schedule, feedback, turn});
            pending = turn.command;
            last_turn = now;
            apply_what_is_due();
        }
        now += loop.vehicle.step();
        loop.pacer.await(now);
        if (!loop.vehicle.advance()) return {LoopEnd::vehicle, now - loop.vehicle.step()};
    }
    return {LoopEnd::duration, now};
}

}  // namespace gateway
