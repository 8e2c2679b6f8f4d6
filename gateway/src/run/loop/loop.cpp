// SPDX-License-Identifier: MIT
#include "loop.hpp"

#include "service/watched_loop.hpp"

namespace gateway {

LoopResult Loop::run(SimTime duration, const std::atomic<bool>& stop) {
    const LoopResult result = turns_and_steps(duration, stop);
    hold_failsafe();
    return result;
}

LoopResult Loop::turns_and_steps(SimTime duration, const std::atomic<bool>& stop) {
    Vehicle& vehicle = *parts_.vehicle;
    Profile* const profile = parts_.profile.get();
    SimTime now{0};
    if (profile != nullptr) profile->begin();
    while (now < duration) {
        WatchedLoop::goes_on();
        const bool has_turn = now >= schedule_.next_turn;
        if (has_turn && parts_.pacer->await_turn(now)) mark(profile, Phase::sleep);
        if (stop) return {LoopEnd::interrupted, now};
        apply_if_due(now);
        if (has_turn) {
            const TurnStatus status = take_turn(now);
            if (status == TurnStatus::stopped) return {LoopEnd::interrupted, now};
            if (status != TurnStatus::ok) return {LoopEnd::controller, now};
            apply_if_due(now);
        }
        now += vehicle.step();
        parts_.pacer->await(now);
        mark(profile, Phase::sleep);
        if (!vehicle.advance()) return {LoopEnd::vehicle, now - vehicle.step()};
        mark(profile, Phase::vehicle);
    }
    return {LoopEnd::duration, now};
}

TurnStatus Loop::take_turn(SimTime now) {
    const Feedback& feedback = parts_.vehicle->feedback();
    parts_.route->follow(feedback);
    const Trajectory& trajectory = parts_.route->trajectory();
    TurnInput input{now, now - last_turn_, feedback, trajectory};
    input.profile = parts_.profile.get();
    if (parts_.look_around)
        input.around = parts_.look_around(now, feedback.state, trajectory.nearest);
    Turn turn = parts_.controller->take_turn(input);
    if (turn.status != TurnStatus::ok) return turn.status;
    const bool is_withheld = !filter(turn, input);
    if (is_withheld) {
        turn.command = last_command_;
        withhold();
    }
    schedule_ = parts_.pacer->schedule(now, turn);
    mark(input.profile, Phase::convert);
    for (const auto& observer : parts_.observers) observer->after_turn({input, schedule_, turn});
    mark(input.profile, Phase::observers);
    last_command_ = turn.command;
    if (!is_withheld) pending_ = turn.command;
    last_turn_ = now;
    return turn.status;
}

/// Puts the fail-safe command in the place of one that is missing or refused. @return false if the
/// vehicle is to be told nothing
bool Loop::filter(Turn& turn, const TurnInput& input) {
    using Kind = Verdict::Kind;
    const auto pass = [&] {
        if (turn.is_failsafe)
            turn.command = failsafe();
        else
            before_failsafe_.restore(turn.command);
        return parts_.filters.apply(turn.command, {input.now, input.feedback, turn.is_failsafe});
    };
    Kind kind = pass();
    if (kind == Kind::refused && !turn.is_failsafe) {
        turn.is_failsafe = true;
        kind = pass();
    }
    if (kind == Kind::refused) turn.command = failsafe();
    if (!turn.is_failsafe || kind == Kind::withheld) before_failsafe_.forget();
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

/// A person may have taken the wheel since the last turn, also while simulated time stands still.
void Loop::hold_failsafe() {
    Vehicle& vehicle = *parts_.vehicle;
    parts_.controller->stand_by();
    vehicle.listen();
    if (parts_.filters.holds_back(vehicle.feedback())) return withhold();
    vehicle.stand_by(failsafe());
}

/// Neither a command that is still to act nor one that is held reaches the vehicle any more.
void Loop::withhold() {
    pending_.reset();
    parts_.vehicle->withhold();
}

Command Loop::failsafe() {
    before_failsafe_.note(parts_.failsafe, parts_.vehicle->feedback());
    return failsafe_after(last_command_, parts_.failsafe, parts_.vehicle->feedback());
}

}  // namespace gateway
