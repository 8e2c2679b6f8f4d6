// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/seams.hpp>

#include <optional>

namespace gateway {

/// What a vehicle is told while there is no command for it.
struct Failsafe {
    bool centre_steering = false;  ///< else it stays as it was commanded last
    double brake = 0.4;            ///< 0..1, of a vehicle that takes pedals
    ActuationCommand actuation;    ///< of one that takes actuation; its steering is not used
    /// That the vehicle takes; none: both, and the one of the command before is kept.
    std::optional<Level> level = Level::pedals;
    std::optional<Gear> gear{};        ///< none: the gear stays
    std::optional<bool> hand_brake{};  ///< none: it stays

    /// Whether the vehicle's gear or hand brake is another one than before.
    bool sets_state() const noexcept { return gear.has_value() || hand_brake.has_value(); }
};

/// The level of a fail-safe command for it.
std::optional<Level> failsafe_level(const Vehicle& vehicle);

/// The brake pedal that each place has as its default: one that stops a car within seconds on any
/// road and keeps it steerable.
constexpr double failsafe_brake_of_run = 0.4;
constexpr double failsafe_brake_of_peer = 0.3;
/// That of the chapter about the simulator's kernel.
constexpr double failsafe_brake_of_kernel = 0.3;
/// The same for an actuation vehicle.
constexpr double failsafe_deceleration_mps2 = 3;

/// The command that takes the place of `last`: no throttle, no horn; gear and hand brake stay
/// unless `failsafe` names them. The steering that is held is that of `last`, or what the vehicle
/// shows where `last` tells none.
Command failsafe_after(const Command& last, const Failsafe& failsafe,
                       const Feedback& seen) noexcept;

/// Gear and hand brake before a fail-safe command that names them. The first command after it gets
/// them back where it does not name its own.
class StateBeforeFailsafe {
  public:
    /// A fail-safe command goes to the vehicle, which shows this.
    void note(const Failsafe& failsafe, const Feedback& seen) noexcept;
    /// Completes a command that is not fail-safe.
    void restore(Command& command) const noexcept;
    /// A command that is not fail-safe went to the vehicle.
    void forget() noexcept { before_.reset(); }

  private:
    std::optional<VehicleStateCommand> before_;
};

}  // namespace gateway
