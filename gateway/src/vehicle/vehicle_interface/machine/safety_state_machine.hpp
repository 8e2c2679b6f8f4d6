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

/// Makes commands safe, by the rules and thresholds of its configuration. Only the constructor
/// allocates. If it holds commands back, the vehicle gets none.
class SafetyStateMachine {
  public:
    /// @throws std::invalid_argument
    explicit SafetyStateMachine(const SafetyConfig& config);

    /// Processes a report of the vehicle.
    Reports update(const VehicleOdometry& odometry, const VehicleStateReport& report) noexcept;

    /// Processes only the mode of a report; no rule acts on it.
    void update_mode(DrivingMode mode) noexcept;

    /// @param control its stamp is the time of everything
    SafeCommands compute_safe_commands(
        const VehicleControlCommand& control,
        const std::optional<VehicleStateCommand>& state = std::nullopt) noexcept {
        return compute(control, state, true);
    }

    /// The same for a command of another level, whose acceleration is derived: it is not filtered
    /// or checked for oscillation.
    SafeCommands compute_from_other_level(
        const VehicleControlCommand& control,
        const std::optional<VehicleStateCommand>& state) noexcept {
        return compute(control, state, false);
    }

    /// The commands for the vehicle until the next command, by a zero-order hold, as far as they
    /// are still safe: the last control command until its time-out, and the last request of each
    /// field of all state commands without limit.
    SafeCommands output(Stamp now) noexcept;

    /// Whether a raw command may be sent as far as manual control is concerned.
    bool lets_raw_pass(const std::optional<VehicleStateCommand>& state, Stamp now) noexcept;

    /// Whether a raw command must not be sent since the cabin is open; the rule `cabin` acts then.
    bool stops_for_cabin(Stamp now) noexcept;
    /// Whether the control commands are those of a stop since the cabin is open.
    bool has_stopped_for_cabin() const noexcept;

    /// The commands after the time-out of the control commands; output() calls it.
    SafeCommands timeout_commands(Stamp now) noexcept;

    void set_cabin(const Cabin& cabin) noexcept { config_.cabin = cabin; }

    /// Records that a rule has acted in the last call on a value that is not in a
    /// VehicleControlCommand.
    void note(Rule rule) noexcept;

    /// Rules that have acted in the last call.
    Rules acted() const noexcept { return acted_; }
    /// Whether manual control is active, so that no command is sent.
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
    SafeCommands send(const Commands& commands) noexcept;
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
    std::optional<VehicleStateCommand> held_;  ///< the last request of each field
    bool is_timed_out_ = false;
    Blinker blinker_before_timeout_ = Blinker::off;
    std::array<RuleRecord, rule_count> records_{};
    // State of the present call:
    Stamp now_{0};
    Reports reports_;
    Rules acted_;
};

}  // namespace gateway::vehicle_interface
