// SPDX-License-Identifier: MIT
#include "safety_filter.hpp"

#include "vehicle_interface/rule/gear_at_speed.hpp"

#include <algorithm>
#include <cmath>

namespace gateway {

using namespace vehicle_interface;

namespace {

using MachineVariant = std::variant<SafetyStateMachine, ReferenceRules>;

MachineVariant make_machine(const SafetyOptions& options, double wheel_base_m) {
    SafetyConfig config = options.config;
    config.wheel_base_m = static_cast<float>(wheel_base_m);
    if (options.compatibility == SafetyCompatibility::reference) return ReferenceRules(config);
    return SafetyStateMachine(config);
}

/// Whether a rule only reports and changes no command.
constexpr bool only_reports(Rule rule) noexcept {
    return rule == Rule::platform_report || rule == Rule::report_oscillation ||
           rule == Rule::transition;
}

/// The rules need an angle: if the vehicle reports none, 0 is used.
VehicleOdometry odometry_of(const Feedback& feedback, Stamp now) noexcept {
    VehicleOdometry odometry;
    odometry.stamp = now;
    odometry.velocity_mps = static_cast<float>(feedback.state.velocity_mps.x());
    if (!std::isnan(feedback.steer_applied_rad))
        odometry.front_wheel_angle_rad = static_cast<float>(feedback.steer_applied_rad);
    return odometry;
}

template <class Stamped, class Plain>
Stamped stamped(const Plain& plain, Stamp stamp) noexcept {
    Stamped message;
    static_cast<Plain&>(message) = plain;
    message.stamp = stamp;
    return message;
}

/// Sets the steering to 0, and the deceleration of the rule if the command's level has one.
void straighten(Command& command, const VehicleControlCommand& stop) noexcept {
    if (auto* pedals = std::get_if<PedalCommand>(&command.control)) pedals->steer_rad = 0;
    if (auto* actuation = std::get_if<ActuationCommand>(&command.control)) actuation->steer = 0;
    if (auto* acceleration = std::get_if<AccelerationCommand>(&command.control))
        *acceleration = {static_cast<double>(stop.long_accel_mps2), 0, 0, 0};
}

/// A throttle for a gear that is not engaged would accelerate in the wrong direction.
void release_throttle(Command& command) noexcept {
    if (auto* pedals = std::get_if<PedalCommand>(&command.control)) pedals->throttle = 0;
    if (auto* actuation = std::get_if<ActuationCommand>(&command.control)) actuation->accel = 0;
}

bool turn_round(Gear asked, Gear reported) noexcept {
    return (asked == Gear::reverse && is_forward(reported)) ||
           (is_forward(asked) && reported == Gear::reverse);
}

}  // namespace

SafetyFilter::SafetyFilter(const SafetyOptions& options, double wheel_base_m, SafetyBoard* board)
    : options_(options),
      machine_(make_machine(options, wheel_base_m)),
      view_(std::visit([](const auto& machine) { return machine.config(); }, machine_),
            wheel_base_m),
      board_(board) {}

RuleMode SafetyFilter::mode_of(Rule rule) const noexcept {
    return std::visit([&](const auto& machine) { return machine.config().mode_of(rule); },
                      machine_);
}

const RuleRecord& SafetyFilter::record(Rule rule) const noexcept {
    return std::visit(
        [&](const auto& machine) -> const RuleRecord& { return machine.record(rule); }, machine_);
}

bool SafetyFilter::has_acted() const noexcept {
    for (std::size_t i = 0; i < rule_count; ++i)
        if (record(static_cast<Rule>(i)).count > 0) return true;
    return false;
}

RuleReach SafetyFilter::reach() const noexcept {
    bool is_any_enforced = false, is_any_met = levels_ == 0;
    for (std::size_t i = 0; i < rule_count; ++i)
        is_any_enforced = is_any_enforced || mode_of(static_cast<Rule>(i)) == RuleMode::enforce;
    for (const Level level : all_levels)
        if ((levels_ & bit_of(level)) != 0)
            is_any_met = is_any_met || !options_.is_default || !leaves_untouched(level);
    if (!is_any_enforced) return RuleReach::none;
    return is_any_met ? RuleReach::all : RuleReach::manual;
}

bool SafetyFilter::is_without_use(Rule rule) const noexcept {
    if (options_.is_default || mode_of(rule) == RuleMode::off) return false;
    for (const Level level : all_levels)
        if ((levels_ & bit_of(level)) != 0 && acts_at(rule, level)) return false;
    return levels_ != 0;
}

Verdict SafetyFilter::apply(Command& command, const FilterInput& input) noexcept {
    begin(input);
    if (!input.is_failsafe) note(level_of(command));
    const bool is_untouched = !input.is_failsafe && leaves_untouched(level_of(command));
    const Verdict verdict = std::visit(
        [&](auto& machine) {
            return is_untouched ? let_untouched_pass(machine, command, input.now)
                                : let_pass(machine, command, input);
        },
        machine_);
    show();
    return verdict;
}

void SafetyFilter::note(Level level) noexcept {
    const std::uint32_t bit = bit_of(level);
    if ((levels_ & bit) != 0) return;
    levels_ |= bit;
    if (board_ != nullptr) board_->levels |= bit;
}

/// The cabin may have been opened since the command was applied.
Verdict SafetyFilter::look_at_held(const Command& held, const FilterInput& input) noexcept {
    if (board_ == nullptr || (options_.is_default && !specifies_motion(level_of(held)))) return {};
    return std::visit(
        [&](auto& machine) -> Verdict {
            machine.set_cabin({board_->doors, board_->belts});
            if (machine.holds_back() || !machine.has_stopped_for_cabin()) return {};
            begin(input);
            if (machine.holds_back()) return {};
            machine.stops_for_cabin(input.now);
            acted_ |= machine.acted();
            show();
            return refuse_with_open_cabin(held.state);
        },
        machine_);
}

bool SafetyFilter::holds_back(const Feedback& feedback) noexcept {
    return std::visit(
        [&](auto& machine) {
            if (feedback.is_fresh) machine.update_mode(feedback.report.mode);
            return machine.holds_back();
        },
        machine_);
}

/// Begins a new cycle, unless this is the fail-safe command that replaces a rejected one.
void SafetyFilter::begin(const FilterInput& input) noexcept {
    if (now_ == input.now) return;
    now_ = input.now;
    acted_ = {};
    is_cabin_stop_ = false;
    std::visit([&](auto& machine) { look(machine, input); }, machine_);
}

template <class Machine>
void SafetyFilter::look(Machine& machine, const FilterInput& input) noexcept {
    if (board_ != nullptr) machine.set_cabin({board_->doors, board_->belts});
    if (!input.feedback.is_fresh) return;
    const VehicleOdometry odometry = odometry_of(input.feedback, input.now);
    velocity_mps_ = odometry.velocity_mps;
    gear_ = input.feedback.report.gear;
    machine.update(
        odometry, stamped<vehicle_interface::VehicleStateReport>(input.feedback.report, input.now));
    acted_ |= machine.acted();
}

/// Publishes the values for other threads.
void SafetyFilter::show() noexcept {
    if (board_ == nullptr) return;
    constexpr auto relaxed = std::memory_order_relaxed;
    for (std::size_t i = 0; i < rule_count; ++i) {
        const RuleRecord& done = record(static_cast<Rule>(i));
        if (!acted_.has(static_cast<Rule>(i))) continue;
        board_->rules[i].count.store(done.count, relaxed);
        board_->rules[i].first.store(done.first, relaxed);
        board_->rules[i].last.store(done.last, relaxed);
    }
}

/// Whether only the rules `manual` and `cabin` act at that level.
bool SafetyFilter::leaves_untouched(Level level) const noexcept {
    return level == Level::raw || (options_.is_default && !specifies_motion(level));
}

template <class Machine>
Verdict SafetyFilter::let_untouched_pass(Machine& machine, const Command& command,
                                         SimTime now) noexcept {
    if (options_.refuses_raw) return {Verdict::Kind::refused, "raw commands are refused"};
    std::optional<vehicle_interface::VehicleStateCommand> state;
    if (command.state) state = stamped<vehicle_interface::VehicleStateCommand>(*command.state, now);
    const bool passes = machine.lets_raw_pass(state, now);
    acted_ |= machine.acted();
    if (!passes) return {Verdict::Kind::withheld, name_of(Rule::manual)};
    if (options_.is_default) return {};
    const bool is_refused = machine.stops_for_cabin(now);
    acted_ |= machine.acted();
    return is_refused ? refuse_with_open_cabin(command.state) : Verdict{};
}

template <class Machine>
Verdict SafetyFilter::let_pass(Machine& machine, Command& command,
                               const FilterInput& input) noexcept {
    if (input.is_failsafe) return stop(machine, command, input.now);
    // Without a time-out, a stamp that never changes would keep one command in use without limit.
    const std::optional<SimTime> given = options_.is_default ? std::nullopt : command.stamp;
    const Stamp stamp = std::min(given.value_or(input.now), input.now);
    const bool is_held = given && last_stamp_ == stamp;
    SafeCommands safe = is_held ? hold(machine, input.now) : compute(machine, command, stamp);
    const bool is_rejected =
        safe.reports.has(Report::non_finite_command) && machine.enforces(Rule::finite);
    if (is_rejected && options_.is_default) return {Verdict::Kind::refused, name_of(Rule::finite)};
    if (is_rejected && safe.control) safe = hold(machine, input.now);
    if (machine.holds_back()) {
        view_.forget();  // no command was sent
        return {Verdict::Kind::withheld, name_of(Rule::manual)};
    }
    if (machine.has_stopped_for_cabin()) return refuse_with_open_cabin(safe.state);
    const bool is_too_old = input.now - stamp > machine.config().command_timeout &&
                            machine.enforces(Rule::command_timeout);
    const bool has_ended = acted_.has(Rule::command_timeout) || is_too_old;
    if (!safe.control || (has_ended && machine.enforces(Rule::command_timeout)))
        return {Verdict::Kind::refused,
                name_of(is_rejected ? Rule::finite : Rule::command_timeout)};
    if (is_held || is_rejected) command.control = last_.control;
    if (safe.state) command.state = *safe.state;
    last_ = command;
    if (!is_held) last_stamp_ = stamp;
    return verdict();
}

/// Applies the rules to a new command.
template <class Machine>
SafeCommands SafetyFilter::compute(Machine& machine, Command& command, Stamp stamp) noexcept {
    const LevelView::Seen seen = view_.see(command, stamp, velocity_mps_);
    std::optional<vehicle_interface::VehicleStateCommand> state;
    if (command.state)
        state = stamped<vehicle_interface::VehicleStateCommand>(*command.state, stamp);
    SafeCommands safe = seen.has_accel ? machine.compute_safe_commands(seen.control, state)
                                       : machine.compute_from_other_level(seen.control, state);
    for (const Rule rule : {Rule::limits, Rule::oscillation, Rule::rate, Rule::brake_over_throttle})
        if (seen.acted.has(rule)) machine.note(rule);
    const Rules acted = machine.acted();
    acted_ |= acted;
    if (safe.control) view_.write(seen, *safe.control, command);
    if (!state || !safe.state) return safe;
    // The rules remove a gear that the vehicle is already in. A vehicle that has not yet followed
    // the last request must get it all the same.
    const bool is_removed = acted.has(Rule::gear_at_speed) && machine.enforces(Rule::gear_at_speed);
    if (state->gear == gear_ && safe.state->gear == Gear::no_command)
        safe.state->gear = state->gear;
    if (is_removed && turn_round(state->gear, gear_)) release_throttle(command);
    return safe;
}

template <class Machine>
SafeCommands SafetyFilter::hold(Machine& machine, SimTime now) noexcept {
    const SafeCommands safe = machine.output(now);
    acted_ |= machine.acted();
    return safe;
}

/// Replaces the rule command_timeout: the source of the fail-safe command has already waited. If
/// there was no command yet, there is no time-out.
template <class Machine>
Verdict SafetyFilter::stop(Machine& machine, Command& command, SimTime now) noexcept {
    view_.forget();
    if (is_cabin_stop_) {
        stop_with_open_cabin(command);
        return {Verdict::Kind::changed, name_of(Rule::cabin)};
    }
    const bool was_commanded = levels_ != 0;
    const RuleMode mode =
        was_commanded ? machine.config().mode_of(Rule::command_timeout) : RuleMode::off;
    SafeCommands safe;
    if (mode != RuleMode::off) {
        safe = machine.timeout_commands(now);
        acted_ |= machine.acted();
    }
    if (machine.holds_back()) return {Verdict::Kind::withheld, name_of(Rule::manual)};
    if (mode != RuleMode::enforce || !safe.control) return {};
    straighten(command, *safe.control);
    if (command.state) safe.state->hand_brake |= command.state->hand_brake;
    command.state = on_top_of(*safe.state, command.state.value_or(gateway::VehicleStateCommand{}));
    return {Verdict::Kind::changed, name_of(Rule::command_timeout)};
}

/// @param asked the requested state, after the rules
Verdict SafetyFilter::refuse_with_open_cabin(
    const std::optional<gateway::VehicleStateCommand>& asked) noexcept {
    is_cabin_stop_ = true;
    asked_at_stop_ = asked;
    return {Verdict::Kind::refused, name_of(Rule::cabin)};
}

/// Sets the requested state in the fail-safe command, except all that could move the vehicle: no
/// gear but PARK, and the hand brake only if it is applied.
void SafetyFilter::stop_with_open_cabin(Command& command) const noexcept {
    if (!asked_at_stop_) return;
    const gateway::VehicleStateCommand held =
        command.state.value_or(gateway::VehicleStateCommand{});
    gateway::VehicleStateCommand state = on_top_of(*asked_at_stop_, held);
    if (state.gear != Gear::park) state.gear = held.gear;
    state.hand_brake = asked_at_stop_->hand_brake || held.hand_brake;
    command.state = state;
}

/// The verdict on a command that is sent; if it is `changed`, with the first rule that changed it.
Verdict SafetyFilter::verdict() const noexcept {
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (acted_.has(rule) && !only_reports(rule) && mode_of(rule) == RuleMode::enforce)
            return {Verdict::Kind::changed, name_of(rule)};
    }
    return {};
}

}  // namespace gateway
