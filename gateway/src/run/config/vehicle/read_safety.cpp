// SPDX-License-Identifier: MIT
#include "read_safety.hpp"

#include <cstdint>

namespace gateway {
namespace {

using namespace vehicle_interface;
using plant::YamlReader;

constexpr plant::Range any_mps2{-100, 100};
constexpr plant::Range rad{-1.5, 1.5};
constexpr plant::Range hz{1e-3, 1e4};
constexpr plant::Range ms{1e-3, 1e9};
constexpr plant::Range small{1e-6, 1e3};

void read_ms(YamlReader& reader, const char* key, std::chrono::nanoseconds& value) {
    double read_ms = 0;
    if (reader.number(key, read_ms, ms))
        value = std::chrono::round<std::chrono::nanoseconds>(
            std::chrono::duration<double, std::milli>(read_ms));
}

void read_limits(YamlReader& reader, const char* key, const plant::Range& range, Limits& limits) {
    auto section = reader.section(key);
    if (!section) return;
    section->number("min", limits.min, range);
    section->number("max", limits.max, range);
    section->number("threshold", limits.threshold, {0, 1e3});
}

void read_thresholds(YamlReader& reader, SafetyConfig& config) {
    read_limits(reader, "acceleration_limits", any_mps2, config.accel_mps2);
    read_limits(reader, "front_steer_limits", rad, config.front_steer_rad);
    read_limits(reader, "rear_steer_limits", rad, config.rear_steer_rad);
    reader.number("gear_shift_velocity_threshold_mps", config.gear_shift_velocity_threshold_mps,
                  small);
    reader.number("gear_shift_accel_deadzone_mps2", config.gear_shift_accel_deadzone_mps2, small);
    reader.number("timeout_acceleration_mps2", config.timeout_acceleration_mps2, small);
    read_ms(reader, "time_step_ms", config.time_step);
    read_ms(reader, "state_transition_timeout_ms", config.state_transition_timeout);
    read_ms(reader, "command_timeout_ms", config.command_timeout);
    reader.number("manual_debounce", config.manual_debounce, {0, 1e6});
}

void read_rules(YamlReader& reader, SafetyConfig& config) {
    auto section = reader.section("rules");
    if (!section) return;
    config.unknown_cabin_is_open = section->has(name_of(Rule::cabin));
    for (std::size_t i = 0; i < rule_count; ++i) {
        const auto rule = static_cast<Rule>(i);
        if (rule == Rule::manual) continue;
        section->choice(name_of(rule), config.modes[i], {"off", "warn", "enforce"});
    }
    // A mere warning would let commands reach a vehicle that is driven by hand.
    enum class Word { off, enforce } word{};
    if (section->choice(name_of(Rule::manual), word, {"off", "enforce"}))
        config.modes[static_cast<std::size_t>(Rule::manual)] =
            word == Word::off ? RuleMode::off : RuleMode::enforce;
}

void read_oscillation(YamlReader& reader, OscillationConfig& config) {
    auto section = reader.section("oscillation");
    if (!section) return;
    section->number("frequency_hz", config.frequency_hz, hz);
    section->number("accel_swing_mps2", config.accel_swing_mps2, small);
    section->number("steer_swing_rad", config.steer_swing_rad, small);
    section->number("pedal_swing", config.pedal_swing, small);
    section->number("velocity_swing_mps", config.velocity_swing_mps, small);
    section->number("cutoff_frequency_hz", config.cutoff_hz, hz);
}

void read_rate(YamlReader& reader, RateConfig& config) {
    auto section = reader.section("rate");
    if (!section) return;
    section->number("steer_radps", config.steer_radps, small);
    section->number("lateral_jerk_mps3", config.lateral_jerk_mps3, small);
    section->number("acceleration_rise_mps3", config.acceleration_rise_mps3, small);
    section->number("throttle_rise_per_s", config.throttle_rise_per_s, small);
}

void read_filter(YamlReader& filters, const char* signal, FilterConfig& config) {
    auto section = filters.section(signal);
    if (!section) return;
    section->choice("type", config.type, {"none", "low_pass_filter", "butterworth_filter"});
    section->number("cutoff_frequency_hz", config.cutoff_hz, hz);
}

void read_filters(YamlReader& reader, FiltersConfig& config) {
    auto section = reader.section("filter");
    if (!section) return;
    read_filter(*section, "longitudinal", config.longitudinal);
    read_filter(*section, "front_steer", config.front_steer);
    read_filter(*section, "rear_steer", config.rear_steer);
    read_filter(*section, "curvature", config.curvature);
}

void read_cabin(YamlReader& reader, Cabin& cabin) {
    auto section = reader.section("cabin");
    if (!section) return;
    section->choice("doors", cabin.doors, {"unknown", "closed", "open"});
    section->choice("belts", cabin.belts, {"unknown", "fastened", "open"});
}

/// Reads a scale, or the word `refuse`.
void read_raw(YamlReader& reader, SafetyOptions& safety) {
    if (!reader.is_map("raw")) {
        enum class Use { refuse } use{};
        safety.refuses_raw = reader.choice("raw", use, {"refuse"});
        return;
    }
    auto section = reader.section("raw");
    if (!section) return;
    constexpr plant::Range full{1, 4294967295.0};
    RawScale& scale = safety.config.raw.emplace();
    if (section->require("throttle_full"))
        section->number("throttle_full", scale.throttle_full, full);
    if (section->require("brake_full")) section->number("brake_full", scale.brake_full, full);
    if (section->require("steer_per_rad"))
        section->number("steer_per_rad", scale.steer_per_rad, {1e-3, 2147483647});
}

}  // namespace

void read_safety(YamlReader& section, SafetyOptions& safety) {
    enum class Preset { autoware_auto } preset;
    section.choice("preset", preset, {"autoware_auto"});
    section.choice("compatibility", safety.compatibility, {"corrected", "reference"});
    SafetyConfig& config = safety.config;
    read_thresholds(section, config);
    read_rules(section, config);
    read_oscillation(section, config.oscillation);
    read_rate(section, config.rate);
    section.number("release_throttle_brake", config.release_throttle_brake, {0, 1});
    read_filters(section, config.filters);
    read_cabin(section, config.cabin);
    read_raw(section, safety);
    const bool is_cabin_enforced = config.mode_of(Rule::cabin) == RuleMode::enforce;
    config.unknown_cabin_is_open = config.unknown_cabin_is_open && is_cabin_enforced;
    if (!section.good()) return;
    if (const auto found = contradiction_in(config)) section.refuse(found->key, found->reason);
}

std::optional<SafetyOptions> read_safety(YamlReader& reader, const Cabin& cabin) {
    SafetyOptions safety;
    if (!reader.has("safety")) {
        safety = default_safety();
    } else if (!reader.is_map("safety")) {
        const std::string expected = "must be off or a map of keys";
        const auto word = reader.scalar("safety", expected.c_str());
        if (word && *word != "off") reader.refuse("safety", expected + ", is '" + *word + "'");
        return std::nullopt;
    }
    safety.config.cabin = cabin;
    if (auto section = reader.section("safety")) read_safety(*section, safety);
    return safety;
}

SafetyOptions load_safety(const std::filesystem::path& file) {
    SafetyOptions safety;
    YamlReader reader(file);
    reader.allow_others();
    if (reader.require("safety"))
        if (auto section = reader.section("safety")) read_safety(*section, safety);
    reader.finish();
    return safety;
}

}  // namespace gateway
