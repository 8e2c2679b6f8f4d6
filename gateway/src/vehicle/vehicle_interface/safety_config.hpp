// SPDX-License-Identifier: MIT
#pragma once

#include "rules.hpp"

#include <array>
#include <chrono>
#include <optional>
#include <string>

/// Thresholds of the rules. Defaults are those of the public interface, as far as it has them.
namespace gateway::vehicle_interface {

struct Limits {
    float min = 0;
    float max = 0;
    float threshold = 0;  ///< a command that exceeds a limit by this much is reported
};

/// A signal oscillates if it reverses at least at that frequency, by `swing` each time.
struct OscillationConfig {
    float frequency_hz = 3;
    float accel_swing_mps2 = 0.5F;
    float steer_swing_rad = 0.05F;
    float pedal_swing = 0.3F;         ///< of throttle and brake
    float velocity_swing_mps = 0.5F;  ///< of the reported velocity
    float cutoff_hz = 1;              ///< of the low-pass filter for an oscillating signal
};

/// Limits for the change of commands. The values are this project's: the specification requires
/// limits without values.
struct RateConfig {
    float steer_radps = 1;             ///< of the tyre angle
    float lateral_jerk_mps3 = 7;       ///< caused by steering at the reported speed
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

/// Whether doors or belts are closed.
enum class Secured : std::uint8_t { unknown, yes, no };

/// State of the cabin, which a vehicle does not report; the user sets it.
struct Cabin {
    Secured doors = Secured::unknown;
    Secured belts = Secured::unknown;
};

/// The functions that a vehicle has.
struct Abilities {
    bool rear_steer = false;
    bool blinker = true;
    bool headlight = true;
    bool wiper = true;
    bool horn = true;
    bool hand_brake = true;
    std::array<bool, 6> gears{true, true, true, true, true, true};  ///< the index is the code
};

/// The units of a RawControlCommand, which the integrator must give.
struct RawScale {
    std::uint32_t throttle_full = 1;  ///< value of a fully pressed pedal
    std::uint32_t brake_full = 1;
    double steer_per_rad = 1;  ///< front steering per radian at the road wheels
};

/// By default every rule is enforced, with the numbers of the public interface.
struct SafetyConfig {
    Limits accel_mps2{-3, 3, 1};
    Limits front_steer_rad{-0.331F, 0.331F, 0.3F};
    Limits rear_steer_rad{-0.331F, 0.331F, 0.3F};  ///< for a vehicle with rear steering
    float gear_shift_velocity_threshold_mps = 0.5F;
    float gear_shift_accel_deadzone_mps2 = 0.5F;
    std::chrono::nanoseconds time_step = std::chrono::milliseconds(100);
    float timeout_acceleration_mps2 = 3;  ///< of the stop after a time-out
    std::chrono::nanoseconds state_transition_timeout = std::chrono::milliseconds(3000);
    std::chrono::nanoseconds command_timeout = std::chrono::milliseconds(500);
    std::uint32_t manual_debounce =
        3;  ///< reports of manual control that are ignored after a request
    OscillationConfig oscillation;
    RateConfig rate;
    float release_throttle_brake = 0.05F;  ///< above this brake pedal the throttle is 0
    bool named_gear_stays = false;  ///< automatic_gear acts only if a command requests no gear
    float wheel_base_m = 2.7F;      ///< of the vehicle; not a key of files
    FiltersConfig filters;
    Cabin cabin;
    bool unknown_cabin_is_open = false;  ///< unknown doors and belts count as open
    Abilities abilities;
    std::optional<RawScale> raw;  ///< nothing: raw commands are not possible
    std::array<RuleMode, rule_count> modes = all_rules(RuleMode::enforce);

    RuleMode mode_of(Rule rule) const noexcept { return modes[static_cast<std::size_t>(rule)]; }

    static constexpr std::array<RuleMode, rule_count> all_rules(RuleMode mode) noexcept {
        std::array<RuleMode, rule_count> modes{};
        for (RuleMode& each : modes) each = mode;
        return modes;
    }
};

enum class SafetyCompatibility : std::uint8_t { corrected, reference };

/// The options of a section `safety`.
struct SafetyOptions {
    SafetyConfig config;
    SafetyCompatibility compatibility = SafetyCompatibility::corrected;
    bool refuses_raw = false;  ///< raw commands, to which no rule applies, are rejected
    bool is_default = false;   ///< there is no such section: these are default_safety()
};

/// The options without a section `safety`: the rule `manual` for commands of every level, the
/// others only at the levels acceleration, velocity and curvature.
SafetyOptions default_safety();
/// One line for the user: the rules of default_safety().
std::string default_rules_text();

/// A key of a configuration whose value contradicts other keys.
struct Contradiction {
    const char* key;
    const char* reason;
};

/// The first contradiction, if there is one.
std::optional<Contradiction> contradiction_in(const SafetyConfig& config);

/// @throws std::invalid_argument for contradictory thresholds
void check(const SafetyConfig& config);

}  // namespace gateway::vehicle_interface
