// SPDX-License-Identifier: MIT
#include "safety_config.hpp"

#include <stdexcept>
#include <string>
#include <utility>

namespace gateway::vehicle_interface {
namespace {

const char* contradiction_in(const Limits& limits) {
    if (!(limits.min < limits.max)) return "min must be below max";
    // A standstill and straight driving must be possible.
    return limits.min <= 0 && limits.max >= 0 ? nullptr : "0 must be inside";
}

bool is_inside(float value, const Limits& limits) {
    return limits.min <= value && value <= limits.max;
}

}  // namespace

SafetyOptions default_safety() {
    SafetyOptions options;
    options.is_default = true;
    options.config.modes = SafetyConfig::all_rules(RuleMode::off);
    const auto set = [&options](Rule rule, RuleMode mode) {
        options.config.modes[static_cast<std::size_t>(rule)] = mode;
    };
    for (const Rule rule : {Rule::park_at_speed, Rule::cabin, Rule::headlights, Rule::manual,
                            Rule::finite, Rule::codes, Rule::gear_at_speed, Rule::automatic_gear})
        set(rule, RuleMode::enforce);
    for (const Rule rule : {Rule::limits, Rule::oscillation, Rule::rate}) set(rule, RuleMode::warn);
    options.config.named_gear_stays = true;
    return options;
}

std::string default_rules_text() {
    const SafetyConfig config = default_safety().config;
    const auto names = [&config](RuleMode mode) {
        std::string text;
        for (std::size_t i = 0; i < rule_count; ++i)
            if (config.modes[i] == mode)
                text += (text.empty() ? "" : ", ") + std::string(name_of(static_cast<Rule>(i)));
        return text;
    };
    return "without a section `safety` these rules act on accelerations, velocities and "
           "curvatures: " +
           names(RuleMode::enforce) + "; these only warn: " + names(RuleMode::warn) +
           "; `safety: off` disables them";
}

std::optional<Contradiction> contradiction_in(const SafetyConfig& config) {
    for (const auto& [key, limits] : {std::pair("acceleration_limits", &config.accel_mps2),
                                      {"front_steer_limits", &config.front_steer_rad},
                                      {"rear_steer_limits", &config.rear_steer_rad}})
        if (const char* reason = contradiction_in(*limits)) return Contradiction{key, reason};
    const float stop_mps2 = config.timeout_acceleration_mps2;
    const std::pair<Contradiction, bool> demands[] = {
        {{"gear_shift_velocity_threshold_mps", "must be greater than 0"},
         config.gear_shift_velocity_threshold_mps > 0},
        {{"gear_shift_accel_deadzone_mps2", "must be greater than 0"},
         config.gear_shift_accel_deadzone_mps2 > 0},
        {{"time_step_ms", "must be greater than 0"}, config.time_step.count() > 0},
        {{"timeout_acceleration_mps2", "must be greater than 0"}, stop_mps2 > 0},
        {{"timeout_acceleration_mps2", "must be inside acceleration_limits, in both directions"},
         is_inside(stop_mps2, config.accel_mps2) && is_inside(-stop_mps2, config.accel_mps2)},
        {{"state_transition_timeout_ms", "must not be below time_step_ms"},
         config.state_transition_timeout >= config.time_step},
        {{"command_timeout_ms", "must be greater than 0"}, config.command_timeout.count() > 0}};
    for (const auto& [contradiction, holds] : demands)
        if (!holds) return contradiction;
    return std::nullopt;
}

void check(const SafetyConfig& config) {
    if (const auto found = contradiction_in(config))
        throw std::invalid_argument(std::string(found->key) + ": " + found->reason);
}

}  // namespace gateway::vehicle_interface
