// SPDX-License-Identifier: MIT
#include "safety_state_machine.hpp"

#include "vehicle_interface/rule/automatic_gear.hpp"
#include "vehicle_interface/rule/cabin.hpp"
#include "vehicle_interface/rule/codes.hpp"
#include "vehicle_interface/rule/command_timeout.hpp"
#include "vehicle_interface/rule/finite.hpp"
#include "vehicle_interface/rule/gear_at_speed.hpp"
#include "vehicle_interface/rule/headlights.hpp"
#include "vehicle_interface/rule/limits.hpp"

namespace gateway::vehicle_interface {

SafetyStateMachine::SafetyStateMachine(const SafetyConfig& config)
    : config_(config),
      filters_(config.filters),
      oscillation_(config.oscillation),
      rate_(config),
      report_oscillation_(config.oscillation),
      manual_(config.manual_debounce) {
    check(config);
}

/// Applies a rule that is not off; if it only warns, to a copy. @return whether it acted
template <class Subject, class Apply>
bool SafetyStateMachine::run(Rule rule, Subject& subject, Apply apply) noexcept {
    const RuleMode mode = config_.mode_of(rule);
    if (mode == RuleMode::off) return false;
    Outcome outcome;
    if (mode == RuleMode::warn) {
        Subject copy = subject;
        outcome = apply(copy);
    } else {
        outcome = apply(subject);
    }
    if (!outcome.has_acted) return false;
    reports_ |= outcome.reports;
    note(rule);
    return true;
}

/// Counts a rule at most once per call.
void SafetyStateMachine::note(Rule rule) noexcept {
    if (acted_.has(rule)) return;
    acted_ |= rule;
    records_[static_cast<std::size_t>(rule)].note(now_);
}

void SafetyStateMachine::begin(Stamp now) noexcept {
    now_ = now;
    reports_ = {};
    acted_ = {};
}

Reports SafetyStateMachine::update(const VehicleOdometry& odometry,
                                   const VehicleStateReport& report) noexcept {
    begin(report.stamp);
    Situation received{odometry, report};
    run(Rule::platform_report, received, [&](Situation& s) { return sanitise(s, known_); });
    known_ = received;
    run(Rule::report_oscillation, received,
        [&](const Situation& s) { return report_oscillation_.look(s.odometry); });
    run(Rule::transition, received, [&](const Situation& s) {
        return transitions_.check(s.report, config_.state_transition_timeout);
    });
    update_mode(report.mode);  // as received, without the replacement of an invalid one
    return reports_;
}

void SafetyStateMachine::update_mode(DrivingMode mode) noexcept {
    if (!manual_.take_report(mode) || !enforces(Rule::manual)) return;
    in_force_.reset();
    held_.reset();
    transitions_.forget();
    rate_.forget();
    is_timed_out_ = false;
}

SafeCommands SafetyStateMachine::compute(const VehicleControlCommand& control,
                                         const std::optional<VehicleStateCommand>& state,
                                         bool has_accel) noexcept {
    begin(control.stamp);
    Commands commands{control, state};
    const bool is_bad =
        run(Rule::finite, commands, [&](Commands& c) { return reject_non_finite(c, fallback()); });
    const bool is_rejected = is_bad && enforces(Rule::finite);
    run(Rule::codes, commands, check_codes);
    if (!is_rejected) resume(commands);
    run(Rule::unsupported, commands,
        [&](Commands& c) { return unsupported_.apply(c, config_.abilities); });
    if (!is_rejected) shape(commands, has_accel);
    stop_while_open(commands);
    make_lights_safe(commands);
    const Gear asked = commands.state ? commands.state->gear : Gear::no_command;
    shift(commands);
    remove_bad_shifts(commands);
    const DrivingMode mode = commands.state ? commands.state->mode : DrivingMode::no_command;
    secure_cabin(commands);
    if (state) manual_.take_request(mode, commands.state->mode != mode);
    if (commands.state && !state) keep_flags(*commands.state);
    const SafeCommands safe = send(commands);
    if (safe.control && !is_rejected) in_force_ = safe.control;
    if (safe.state) demand(*safe.state, asked);
    return safe;
}

/// The first command after a time-out ends the hazard lights that the time-out switched on.
void SafetyStateMachine::resume(Commands& commands) noexcept {
    if (!is_timed_out_) return;
    is_timed_out_ = false;
    if (!enforces(Rule::command_timeout)) return;
    Blinker& blinker = commands.demand_state().blinker;
    if (blinker == Blinker::no_command) blinker = blinker_before_timeout_;
}

/// Applies the rules that change a valid control command.
void SafetyStateMachine::shape(Commands& commands, bool has_accel) noexcept {
    // Limits come first, since one extreme value would affect a filter for seconds.
    run(Rule::limits, commands, [&](Commands& c) { return limit(c, config_); });
    filters_.apply(commands.control, has_accel);
    run(Rule::oscillation, commands, [&](Commands& c) { return oscillation_.apply(c, has_accel); });
    run(Rule::rate, commands,
        [&](Commands& c) { return rate_.apply(c, known_.odometry, config_); });
    // A second-order filter overshoots, and the rate must not exceed the limits.
    if (enforces(Rule::limits)) limit(commands, config_);
    rate_.note_sent(commands.control);
}

void SafetyStateMachine::make_lights_safe(Commands& commands) noexcept {
    const VehicleStateCommand held = held_.value_or(VehicleStateCommand{});
    run(Rule::headlights, commands,
        [&](Commands& c) { return light_while_wiping(c, held, known_.report); });
}

void SafetyStateMachine::shift(Commands& commands) noexcept {
    const bool names_gear = commands.state && commands.state->gear != Gear::no_command;
    if (names_gear && config_.named_gear_stays) return;
    run(Rule::automatic_gear, commands, [&](Commands& c) {
        return shift_automatically(c, known_.odometry.velocity_mps, known_.report.gear, config_);
    });
}

void SafetyStateMachine::remove_bad_shifts(Commands& commands) noexcept {
    const float velocity_mps = known_.odometry.velocity_mps;
    run(Rule::gear_at_speed, commands, [&](Commands& c) {
        return remove_shift_at_speed(c, velocity_mps, known_.report.gear, config_);
    });
    run(Rule::park_at_speed, commands,
        [&](Commands& c) { return remove_park_at_speed(c, velocity_mps, config_); });
}

/// Called before a gear is selected: no gear is needed for an acceleration that is not sent.
void SafetyStateMachine::stop_while_open(Commands& commands) noexcept {
    if (has_stopped_for_cabin()) rate_.forget();
    run(Rule::cabin, commands, [&](Commands& c) {
        return stop_with_open_cabin(c, known_.odometry.velocity_mps, known_.report.gear, config_);
    });
}

void SafetyStateMachine::secure_cabin(Commands& commands) noexcept {
    const bool is_good = !is_cabin_open(config_) && !known_.report.hand_brake;
    run(Rule::cabin, commands, [&](Commands& c) { return refuse_automation(c, is_good); });
}

/// Returns the commands to send: none during manual control.
SafeCommands SafetyStateMachine::send(const Commands& commands) noexcept {
    SafeCommands safe{commands.control, commands.state, {}};
    if (manual_.passes()) {
        manual_.note_sent(safe.state.has_value());
    } else {
        run(Rule::manual, safe, hold_back);
        if (enforces(Rule::manual)) rate_.forget();  // no command was sent
    }
    safe.reports = reports_;
    return safe;
}

/// A flag has no value for "no request". A state command that no controller sent keeps the flags.
void SafetyStateMachine::keep_flags(VehicleStateCommand& state) const noexcept {
    state.hand_brake = held_ ? held_->hand_brake : known_.report.hand_brake;
    state.horn = held_ ? held_->horn : known_.report.horn;
}

/// @param asked the gear that the controller requested: if the vehicle is in it, it is not
/// commanded, but it ends the request for another one
void SafetyStateMachine::demand(VehicleStateCommand state, Gear asked) noexcept {
    if (state.gear == Gear::no_command && asked == known_.report.gear) state.gear = asked;
    transitions_.demand(state, known_.report);
    hold(state);
}

/// Stores the last request of each field.
void SafetyStateMachine::hold(VehicleStateCommand state) noexcept {
    static_cast<gateway::VehicleStateCommand&>(state) =
        on_top_of(state, held_.value_or(VehicleStateCommand{}));
    held_ = state;
}

/// The command instead of a rejected one.
VehicleControlCommand SafetyStateMachine::fallback() const noexcept {
    if (in_force_ && !is_timed_out_) return *in_force_;
    return stop_commands(known_.odometry.velocity_mps, known_.report.gear, config_).control;
}

SafeCommands SafetyStateMachine::output(Stamp now) noexcept {
    if (!in_force_) return {};
    begin(now);
    if (is_overdue(now) && enforces(Rule::command_timeout)) return timeout_commands(now);
    Commands commands{*in_force_, held_};
    stop_while_open(commands);
    make_lights_safe(commands);
    if (commands.state && !held_) keep_flags(*commands.state);
    if (commands.state) hold(*commands.state);
    remove_bad_shifts(commands);
    if (known_.report.mode != DrivingMode::autonomous) secure_cabin(commands);
    return send(commands);
}

bool SafetyStateMachine::lets_raw_pass(const std::optional<VehicleStateCommand>& state,
                                       Stamp now) noexcept {
    begin(now);
    if (state) manual_.take_request(state->mode, false);
    Commands nothing;
    nothing.state = state;
    return send(nothing).control.has_value();
}

bool SafetyStateMachine::stops_for_cabin(Stamp now) noexcept {
    begin(now);
    Commands nothing;
    stop_while_open(nothing);
    return has_stopped_for_cabin();
}

bool SafetyStateMachine::has_stopped_for_cabin() const noexcept {
    return enforces(Rule::cabin) && is_cabin_open(config_);
}

bool SafetyStateMachine::is_overdue(Stamp now) noexcept {
    if (config_.mode_of(Rule::command_timeout) == RuleMode::off) return false;
    if (now - in_force_->stamp <= config_.command_timeout) return false;
    note_timeout();
    return true;
}

/// A time-out is counted when it begins.
void SafetyStateMachine::note_timeout() noexcept {
    reports_ |= Report::command_timeout;
    if (is_timed_out_) {
        acted_ |= Rule::command_timeout;
        return;
    }
    is_timed_out_ = true;
    note(Rule::command_timeout);
    const bool is_held = held_ && held_->blinker != Blinker::no_command;
    blinker_before_timeout_ = is_held ? held_->blinker : known_.report.blinker;
}

SafeCommands SafetyStateMachine::timeout_commands(Stamp now) noexcept {
    begin(now);
    note_timeout();
    rate_.forget();
    Commands stop = stop_commands(known_.odometry.velocity_mps, known_.report.gear, config_);
    stop.control.stamp = stop.state->stamp = now;
    keep_flags(*stop.state);
    make_lights_safe(stop);
    return send(stop);
}

}  // namespace gateway::vehicle_interface
