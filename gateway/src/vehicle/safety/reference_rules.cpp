// SPDX-License-Identifier: MIT
#include "reference_rules.hpp"

namespace gateway {

using namespace vehicle_interface;

namespace {

constexpr Rule present[] = {Rule::transition, Rule::codes,          Rule::limits,
                            Rule::headlights, Rule::automatic_gear, Rule::gear_at_speed};

SafetyConfig with_its_rules(SafetyConfig config) {
    config.modes = SafetyConfig::all_rules(RuleMode::off);
    for (const Rule rule : present)
        config.modes[static_cast<std::size_t>(rule)] = RuleMode::enforce;
    return config;
}

}  // namespace

ReferenceRules::ReferenceRules(const SafetyConfig& config)
    : config_(with_its_rules(config)), machine_(config), filters_(config.filters) {}

void ReferenceRules::begin(Stamp now) noexcept {
    now_ = now;
    acted_ = {};
}

/// Counts a rule at most once per call.
void ReferenceRules::note(Rule rule) noexcept {
    if (acted_.has(rule)) return;
    acted_ |= rule;
    records_[static_cast<std::size_t>(rule)].note(now_);
}

Reports ReferenceRules::update(const VehicleOdometry& odometry,
                               const vehicle_interface::VehicleStateReport& report) noexcept {
    begin(report.stamp);
    reported_ = report.gear;
    const Reports reports = machine_.update(odometry, report);
    if (reports.has(Report::state_transition_timeout)) note(Rule::transition);
    return reports;
}

SafeCommands ReferenceRules::compute(
    VehicleControlCommand control,
    const std::optional<vehicle_interface::VehicleStateCommand>& state, bool has_accel) noexcept {
    begin(control.stamp);
    filters_.apply(control, has_accel);
    const SafeCommands safe = machine_.compute_safe_commands(control, state);
    note_changes({control, state}, safe);
    return safe;
}

/// Some of the state machine's actions are not reported; they are detected by comparing commands.
void ReferenceRules::note_changes(const Commands& asked, const SafeCommands& safe) noexcept {
    const bool is_inside =
        safe.control->long_accel_mps2 == asked.control.long_accel_mps2 &&
        safe.control->front_wheel_angle_rad == asked.control.front_wheel_angle_rad;
    if (!is_inside) note(Rule::limits);
    if (safe.reports.has(Report::bad_state)) note(Rule::codes);
    if (safe.reports.has(Report::wipers_on_headlights_on)) note(Rule::headlights);
    if (safe.reports.has(Report::remove_gear_command)) return note(Rule::gear_at_speed);
    const Gear wanted = asked.state ? asked.state->gear : reported_;
    const Gear gear = safe.state ? safe.state->gear : wanted;
    const bool is_in_it = gear == Gear::no_command && wanted == reported_;
    if (gear != wanted && !is_in_it && !acted_.has(Rule::codes)) note(Rule::automatic_gear);
}

}  // namespace gateway
