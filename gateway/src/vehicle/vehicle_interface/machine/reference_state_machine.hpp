// SPDX-License-Identifier: MIT
#pragma once

#include "vehicle_interface/rule/platform_report.hpp"
#include "vehicle_interface/safety_config.hpp"

#include <array>

namespace gateway::vehicle_interface {

/// The public safety state machine, bit-identical and with its defects: `compatibility: reference`.
/// The modes of rules and the further functions of SafetyStateMachine do not apply.
class ReferenceStateMachine {
  public:
    /// @throws std::invalid_argument
    explicit ReferenceStateMachine(const SafetyConfig& config);

    /// @return STATE_TRANSITION_TIMEOUT or nothing
    Reports update(const VehicleOdometry& odometry, const VehicleStateReport& report) noexcept;

    SafeCommands compute_safe_commands(
        const VehicleControlCommand& control,
        const std::optional<VehicleStateCommand>& state = std::nullopt) noexcept;

    SafeCommands timeout_commands() const noexcept;

  private:
    template <class Value>
    struct Demand {
        Value value{};
        Stamp stamp = Stamp::min();
    };

    Reports make_state_safe(Commands& commands) const noexcept;
    void remember(const VehicleStateCommand& state) noexcept;

    SafetyConfig config_;
    Situation known_;
    Demand<Gear> gear_;
    Demand<Blinker> blinker_;
    Demand<Wiper> wiper_;
    Demand<Headlight> headlight_;
    Demand<DrivingMode> mode_;
    Demand<bool> horn_;
    Demand<bool> hand_brake_;
};

}  // namespace gateway::vehicle_interface
