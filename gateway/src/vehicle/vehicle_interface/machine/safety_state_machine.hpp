// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rule/manual.hpp"
#include "vehicle_interface/rule/oscillation.hpp"
#include "vehicle_interface/rule/platform_report.hpp"
#include "vehicle_interface/rule/rate.hpp"
#include "vehicle_interface/rule/transition.hpp"
#include "vehicle_interface/rule/unsupported.hpp"
#include "vehicle_interface/rules.hpp"
#include "vehicle_interface/safety_config.hpp"
#include "vehicle_interface/signal_filter.hpp"

#include <array>

namespace gateway::vehicle_interface {

/// Cycles commands into safe ones, by the rules and with the thresholds of its configuration.
/// Nothing here allocates after construction. A vehicle whose commands it holds back gets none.
class SafetyStateMachine {
  public:
    /// @throws std::invalid_argument
    explicit SafetyStateMachine(const SafetyConfig& config);

    /// What the platform says of itself.
    Reports update(const VehicleOdometry& odometry, const VehicleStateReport& report) noexcept;

    /// Its mode alone, as that of a report; no rule acts on it.
    void see_mode(DrivingMode mode) noexcept;

    /// @param control its stamp is the time of everything
    SafeCommands compute_safe_commands(
        const VehicleControlCommand& control,
        const std::optional<VehicleStateCommand>& state = std::nullopt) noexcept {
        return compute(control, state, true);
    }

    /// The same of a command at another level, whose acceleration is only what it leads to: nothing
    /// filters it or looks for oscillation in it.
    SafeCommands compute_from_other_level(
        const VehicleControlCommand& control,
        const std::optional<VehicleStateCommand>& state) noexcept {
        return compute(control, state, false);
    }

    /// What a vehicle is told until the next command, by a zero-order hold: the last control
    /// command until its time is out, and the last of each field of all state commands without
    /// limit, both as far as they are still safe.
    SafeCommands output(Stamp now) noexcept;

    /// Whether a raw command may leave as far as a person in the vehicle is concerned.
    bool lets_raw_pass(const std::optional<VehicleStateCommand>& state, Stamp now) noexcept;

    /// Whether a raw command may not leave since the cabin is open; the rule `cabin` acts then.
    bool stops_for_cabin(Stamp now) noexcept;
    /// Whether control commands that leave now are those of a stop, since the cabin is open.
    bool has_stopped_for_cabin() const noexcept;

    /// What takes the place of control commands whose time is out; output() calls it.
    SafeCommands timeout_commands(Stamp now) noexcept;

    void set_cabin(const Cabin& cabin) noexcept { config_.cabin = cabin; }

    /// A rule has acted, in the last of the calls above, on what is in no VehicleControlCommand.
    void note(Rule rule) noexcept;

    /// Rules that have acted in the last of these calls.
    Rules acted() const noexcept { return acted_; }
    /// Whether a person drives, so that nothing leaves.
    bool holds_back() const noexcept { return enforces(Rule::manual) && !manual_.passes(); }
    bool enforces(Rule rule) const noexcept { return config_.mode_of(rule) == RuleMode::enforce; }

    const SafetyConfig& config() const noexcept { return config_; }
    const RuleRecord& record(Rule rule) const noexcept {
        return records_[static_cast<std::size_t>(rule)];
    }

  private:
    template <class Subject, class Apply>
    bool run(Rule rule, Subject& subject, Apply apply) noexcept;
    void begin(Stamp now) noexcept;
    SafeCommands compute(const VehicleControlCommand& control,
                         const std::optional<VehicleStateCommand>& state, bool has_accel) noexcept;
    void resume(Commands& commands) noexcept;
    void shape(Commands& commands, bool has_accel) noexcept;
    void make_lights_safe(Commands& commands) noexcept;
    void shift(Commands& commands) noexcept;
    void remove_bad_shifts(Commands& commands) noexcept;
    void stop_while_open(Commands& commands) noexcept;
    void secure_cabin(Commands& commands) noexcept;
    SafeCommands leave(const Commands& commands) noexcept;
    void keep_flags(VehicleStateCommand& state) const noexcept;
    void demand(VehicleStateCommand state, Gear asked) noexcept;
    void hold(VehicleStateCommand state) noexcept;
    bool is_overdue(Stamp now) noexcept;
    void note_timeout() noexcept;
    VehicleControlCommand fallback() const noexcept;

    SafetyConfig config_;
    Situation known_;
    SignalFilters filters_;
    Oscillation oscillation_;
    Rate rate_;
    ReportOscillation report_oscillation_;
    UnsupportedFields unsupported_;
    Transitions transitions_;
    ManualControl manual_;
    std::optional<VehicleControlCommand> in_force_;
    std::optional<VehicleStateCommand> held_;  ///< the last of each field
    bool is_timed_out_ = false;
    Blinker blinker_before_timeout_ = Blinker::off;
    std::array<RuleRecord, rule_count> records_{};
    // Of the call that is being worked on:
    Stamp now_{0};
    Reports reports_;
    Rules acted_;
};

}  // namespace gateway::vehicle_interface
