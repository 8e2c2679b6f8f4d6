// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <optional>

namespace gateway {

/// The fail-safe command of a vehicle.
struct Failsafe {
    bool centre_steering = false;  ///< else the last commanded angle is kept
    double brake = 0.4;            ///< 0..1, for a vehicle that accepts pedals
    ActuationCommand actuation;    ///< for one that accepts actuation commands; without steering
    /// The level that the vehicle accepts; nothing: both, and that of the last command is kept.
    std::optional<Level> level = Level::pedals;
    std::optional<Gear> gear{};        ///< nothing: unchanged
    std::optional<bool> hand_brake{};  ///< nothing: unchanged

    /// Whether the command sets gear or hand brake.
    bool sets_state() const noexcept { return gear.has_value() || hand_brake.has_value(); }
};

/// The level of the fail-safe command for a vehicle.
std::optional<Level> failsafe_level(const Vehicle& vehicle);

/// Default brake pedal of a run. It stops a car within seconds on any road and keeps it steerable.
constexpr double failsafe_brake_of_run = 0.4;
constexpr double failsafe_brake_of_peer = 0.3;
/// The value of the specification's chapter about the simulator's kernel.
constexpr double failsafe_brake_of_kernel = 0.3;
/// The default of an actuation vehicle.
constexpr double failsafe_deceleration_mps2 = 3;

/// The command that replaces `last`: no throttle, no horn; gear and hand brake are unchanged unless
/// `failsafe` sets them. It keeps the steering of `last`, or the reported angle if `last` has none.
Command failsafe_after(const Command& last, const Failsafe& failsafe,
                       const Feedback& seen) noexcept;

/// Gear and hand brake before a fail-safe command that sets them. The first command after it
/// restores them, unless it sets its own.
class StateBeforeFailsafe {
  public:
    /// To be called when a fail-safe command is sent to the vehicle. @param seen its feedback
    void note(const Failsafe& failsafe, const Feedback& seen) noexcept;
    /// Completes a command that is not fail-safe.
    void restore(Command& command) const noexcept;
    /// To be called when another command was sent to the vehicle.
    void forget() noexcept { before_.reset(); }

  private:
    std::optional<VehicleStateCommand> before_;
};

}  // namespace gateway
