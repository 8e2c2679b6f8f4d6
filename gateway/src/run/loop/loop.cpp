// SPDX-License-Identifier: MIT
#include "loop.hpp"

#include "service/watched_loop.hpp"

namespace gateway {

LoopResult Loop::run(SimTime duration, const std::atomic<bool>& stop) {
    const LoopResult result = cycles_and_steps(duration, stop);
    hold_failsafe();
    return result;
}

LoopResult Loop::cycles_and_steps(SimTime duration, const std::atomic<bool>& stop) {
    Vehicle& vehicle = *parts_.vehicle;
    Profile* const profile = parts_.profile.get();
    SimTime now{0};
    if (profile != nullptr) profile->begin();
    while (now < duration) {
        WatchedLoop::goes_on();
        const bool has_cycle = now >= schedule_.next_cycle;
        if (has_cycle && parts_.pacer->await_cycle(now)) mark(profile, Phase::sleep);
        if (stop) return {LoopEnd::interrupted, now};
        apply_if_due(now);
        if (has_cycle) {
            const CycleStatus status = run_cycle(now);
            if (status == CycleStatus::stopped) return {LoopEnd::interrupted, now};
            if (status != CycleStatus::ok) return {LoopEnd::controller, now};
            apply_if_due(now);
            mark(profile, Phase::act);
        }
        now += vehicle.step();
        parts_.pacer->await(now);
        mark(profile, Phase::sleep);
        if (!vehicle.advance()) return {LoopEnd::vehicle, now - vehicle.step()};
        mark(profile, Phase::vehicle);
    }
    return {LoopEnd::duration, now};
}

CycleStatus Loop::run_cycle(SimTime now) {
    const Feedback& feedback = parts_.vehicle->feedback();
    parts_.route->follow(feedback);
    const Trajectory& trajectory = parts_.route->trajectory();
    CycleInput input{now, now - last_cycle_, feedback, trajectory};
    input.profile = parts_.profile.get();
    if (parts_.look_around)
        input.around = parts_.look_around(now, feedback.state, trajectory.nearest);
    Cycle cycle = parts_.controller->run_cycle(input);
    if (cycle.status != CycleStatus::ok) return cycle.status;
    const bool is_withheld = !filter(cycle, input);
    if (is_withheld) {
        cycle.command = last_command_;
        withhold();
    }
    schedule_ = parts_.pacer->schedule(now, cycle);
    mark(input.profile, Phase::convert);
    for (const auto& observer : parts_.observers) observer->after_cycle({input, schedule_, cycle});
    mark(input.profile, Phase::observers);
    last_command_ = cycle.command;
    if (!is_withheld) pending_ = cycle.command;
    last_cycle_ = now;
    return cycle.status;
}

/// Replaces a missing or rejected command by the fail-safe command. @return false if no command is
/// to be sent to the vehicle
bool Loop::filter(Cycle& cycle, const CycleInput& input) {
    using Kind = Verdict::Kind;
    const auto pass = [&] {
        if (cycle.is_failsafe)
            cycle.command = failsafe();
        else
            before_failsafe_.restore(cycle.command);
        return parts_.filters.apply(cycle.command, {input.now, input.feedback, cycle.is_failsafe});
    };
    Kind kind = pass();
    if (kind == Kind::refused && !cycle.is_failsafe) {
        cycle.is_failsafe = true;
        kind = pass();
    }
    if (kind == Kind::refused) cycle.command = failsafe();
    if (!cycle.is_failsafe || kind == Kind::withheld) before_failsafe_.forget();
    return kind != Kind::withheld;
}

void Loop::apply_if_due(SimTime now) {
    if (!pending_ || now < schedule_.act_at) return;
    parts_.vehicle->apply(*pending_);
    pending_.reset();
}

void Loop::stand_by() {
    hold_failsafe();
    for (const auto& observer : parts_.observers) observer->stand_by();
}

/// A driver may have taken over since the last cycle, also while simulated time is paused.
void Loop::hold_failsafe() {
    Vehicle& vehicle = *parts_.vehicle;
    parts_.controller->stand_by();
    vehicle.listen();
    if (parts_.filters.holds_back(vehicle.feedback())) return withhold();
    vehicle.stand_by(failsafe());
}

/// Neither the pending command nor the held one reaches the vehicle.
void Loop::withhold() {
    pending_.reset();
    parts_.vehicle->withhold();
}

Command Loop::failsafe() {
    before_failsafe_.note(parts_.failsafe, parts_.vehicle->feedback());
    return failsafe_after(last_command_, parts_.failsafe, parts_.vehicle->feedback());
}

}  // namespace gateway
