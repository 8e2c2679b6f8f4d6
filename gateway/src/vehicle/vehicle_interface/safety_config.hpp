// SPDX-License-Identifier: MIT
#pragma once

#include "rules.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>

/// Thresholds of the rules. Defaults are those of the public interface where it has one.
namespace gateway::vehicle_interface {

struct Limits {
    float min = 0;
    float max = 0;
    float threshold = 0;  ///< a command this far outside is reported
};

/// A signal that turns round at least that often, by `swing` each time, oscillates.
struct OscillationConfig {
    float frequency_hz = 3;
    float accel_swing_mps2 = 0.5F;
    float steer_swing_rad = 0.05F;
    float pedal_swing = 0.3F;         ///< of throttle and brake, of commands that have these
    float velocity_swing_mps = 0.5F;  ///< of the reported velocity
    float cutoff_hz = 1;              ///< of the low-pass filter that then smooths it
};

/// How fast commands may change. These limits are this project's: the specification asks for some
/// and names none.
struct RateConfig {
    float steer_radps = 1;             ///< of the tyres' angle
    float lateral_jerk_mps3 = 7;       ///< that steering makes at the reported speed
    float acceleration_rise_mps3 = 5;  ///< of a requested acceleration
    float throttle_rise_per_s = 2;     ///< of the pedal, 0 to 1
    static constexpr float standstill_mps = 0.1F;
};

enum class FilterType : std::uint8_t { none, low_pass, butterworth };

struct FilterConfig {
    FilterType type = FilterType::none;
    float cutoff_hz = 1;
};

struct FiltersConfig {
    FilterConfig longitudinal;
    FilterConfig front_steer;
    FilterConfig rear_steer;
    FilterConfig curvature;
};

enum class Secured : std::uint8_t { unknown, yes, no };

/// What a vehicle does not report of its cabin; vehicle state that somebody sets.
struct Cabin {
    Secured doors = Secured::unknown;
    Secured belts = Secured::unknown;
};

/// What a vehicle can do at all.
struct Abilities {
    bool rear_steer = false;
    bool blinker = true;
    bool headlight = true;
    bool wiper = true;
    bool horn = true;
    bool hand_brake = true;
    std::array<bool, 6> gears{true, true, true, true, true, true};  ///< by its code
};

/// What the integrator's own units of a RawControlCommand are worth; there is no default.
struct RawScale {
    std::uint32_t throttle_full = 1;  ///< throttle and brake at which the pedal is down
    std::uint32_t brake_full = 1;
    double steer_per_rad = 1;  ///< front steering of one radian at the road wheels
};

/// With its defaults: every rule in force, the numbers of the public interface.
struct SafetyConfig {
    Limits accel_mps2{-3, 3, 1};
    Limits front_steer_rad{-0.331F, 0.331F, 0.3F};
    Limits rear_steer_rad{-0.331F, 0.331F, 0.3F};  ///< of a vehicle that steers its rear wheels
    float gear_shift_velocity_threshold_mps = 0.5F;
    float gear_shift_accel_deadzone_mps2 = 0.5F;
    std::chrono::nanoseconds time_step = std::chrono::milliseconds(100);
    float timeout_acceleration_mps2 = 3;  ///< of the stop when commands end
    std::chrono::nanoseconds state_transition_timeout = std::chrono::milliseconds(3000);
    std::chrono::nanoseconds command_timeout = std::chrono::milliseconds(500);
    std::uint32_t manual_debounce = 3;  ///< reports of manual control while it is being given back
    OscillationConfig oscillation;
    RateConfig rate;
    float release_throttle_brake = 0.05F;  ///< brake pedal above which there is no throttle
    bool named_gear_stays = false;  ///< automatic_gear acts only where a command names no gear
    float wheel_base_m = 2.7F;      ///< of the vehicle; no key of a file
    FiltersConfig filters;
    Cabin cabin;
    bool unknown_cabin_is_open = false;  ///< what is not known of it counts as open
    Abilities abilities;
    std::optional<RawScale> raw;  ///< nothing: raw commands cannot be used
    std::array<RuleMode, rule_count> modes = all_rules(RuleMode::enforce);

    RuleMode mode_of(Rule rule) const noexcept { return modes[static_cast<std::size_t>(rule)]; }

    static constexpr std::array<RuleMode, rule_count> all_rules(RuleMode mode) noexcept {
        std::array<RuleMode, rule_count> modes{};
        for (RuleMode& each : modes) each = mode;
        return modes;
    }
};

enum class SafetyCompatibility : std::uint8_t { corrected, reference };

/// What a section `safety` says.
struct SafetyOptions {
    SafetyConfig config;
    SafetyCompatibility compatibility = SafetyCompatibility::corrected;
    bool refuses_raw = false;  ///< raw commands, on which no rule acts, do not pass
    bool is_default = false;   ///< there is no such section: these are default_safety()
};

/// What acts where there is no section `safety`: the rule `manual` on commands of every level, the
/// others of its modes only at the levels acceleration, velocity and curvature.
SafetyOptions default_safety();
/// One line for the user: which rules that are.
std::string default_rules_text();

/// A key of a configuration, and what is wrong with it beside the others.
struct Contradiction {
    const char* key;
    const char* reason;
};

std::optional<Contradiction> contradiction_in(const SafetyConfig& config);

/// @throws std::invalid_argument for thresholds that contradict each other
void check(const SafetyConfig& config);

}  // namespace gateway::vehicle_interface
