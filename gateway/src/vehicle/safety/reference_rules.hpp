// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/machine/reference_state_machine.hpp"
#include "vehicle_interface/signal_filter.hpp"

#include <array>

namespace gateway {

/// The public safety state machine with filters before it, as in its ROS 2 node, extended by the
/// records of rules: `compatibility: reference`. The further functions of SafetyStateMachine are
/// disabled.
class ReferenceRules {
  public:
    /// @throws std::invalid_argument
    explicit ReferenceRules(const vehicle_interface::SafetyConfig& config);

    vehicle_interface::Reports update(const vehicle_interface::VehicleOdometry& odometry,
                                      const vehicle_interface::VehicleStateReport& report) noexcept;
    vehicle_interface::SafeCommands compute_safe_commands(
        const vehicle_interface::VehicleControlCommand& control,
        const std::optional<vehicle_interface::VehicleStateCommand>& state) noexcept {
        return compute(control, state, true);
    }
    vehicle_interface::SafeCommands compute_from_other_level(
        const vehicle_interface::VehicleControlCommand& control,
        const std::optional<vehicle_interface::VehicleStateCommand>& state) noexcept {
        return compute(control, state, false);
    }

    /// @name Functions of SafetyStateMachine that it does not have
    /// @{
    static vehicle_interface::SafeCommands output(vehicle_interface::Stamp) noexcept { return {}; }
    static vehicle_interface::SafeCommands timeout_commands(vehicle_interface::Stamp) noexcept {
        return {};
    }
    static bool lets_raw_pass(const std::optional<vehicle_interface::VehicleStateCommand>&,
                              vehicle_interface::Stamp) noexcept {
        return true;
    }
    static bool stops_for_cabin(vehicle_interface::Stamp) noexcept { return false; }
    static bool has_stopped_for_cabin() noexcept { return false; }
    static void set_cabin(const vehicle_interface::Cabin&) noexcept {}
    static void update_mode(vehicle_interface::DrivingMode) noexcept {}
    static bool holds_back() noexcept { return false; }
    /// @}

    void note(vehicle_interface::Rule rule) noexcept;
    vehicle_interface::Rules acted() const noexcept { return acted_; }
    bool enforces(vehicle_interface::Rule rule) const noexcept {
        return config_.mode_of(rule) == vehicle_interface::RuleMode::enforce;
    }
    const vehicle_interface::SafetyConfig& config() const noexcept { return config_; }
    const vehicle_interface::RuleRecord& record(vehicle_interface::Rule rule) const noexcept {
        return records_[static_cast<std::size_t>(rule)];
    }

  private:
    vehicle_interface::SafeCommands compute(
        vehicle_interface::VehicleControlCommand control,
        const std::optional<vehicle_interface::VehicleStateCommand>& state,
        bool has_accel) noexcept;
    void note_changes(const vehicle_interface::Commands& asked,
                      const vehicle_interface::SafeCommands& safe) noexcept;
    void begin(vehicle_interface::Stamp now) noexcept;

    vehicle_interface::SafetyConfig config_;
    vehicle_interface::ReferenceStateMachine machine_;
    vehicle_interface::SignalFilters filters_;
    vehicle_interface::Stamp now_{0};
    vehicle_interface::Gear reported_ = vehicle_interface::report_before_any().gear;
    vehicle_interface::Rules acted_;
    std::array<vehicle_interface::RuleRecord, vehicle_interface::rule_count> records_{};
};

}  // namespace gateway
