// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include "vehicle_interface/rule/oscillation.hpp"
#include "vehicle_interface/rule/rate.hpp"
#include "vehicle_interface/signal_filter.hpp"

#include <optional>

namespace gateway {

/// Converts a control command of any level to the values that the rules check, and back.
///
/// | level         | acceleration          | front steering        | other values                   |
/// | ---           | ---                   | ---                   | ---                            |
/// | acceleration  | as commanded          | as commanded          | rear steering, velocity        |
/// | velocity      | requested change      | as commanded          | velocity                       |
/// | curvature     | requested change      | for the path          | velocity, filter of curvature  |
/// | pedals        | none                  | as commanded          | pedals                         |
/// | actuation     | none                  | none                  | its values, in their units     |
/// | wheel_torques | none                  | as commanded          | torques: whether finite        |
///
/// The requested change of a velocity is that from the last velocity sent, over the time since
/// then. If none was sent, it is that from the vehicle's velocity, over the time step of the
/// configuration.
class LevelView {
  public:
    LevelView(const vehicle_interface::SafetyConfig& config, double wheel_base_m);

    struct Seen {
        vehicle_interface::VehicleControlCommand control;
        bool has_accel = false;          ///< the acceleration was commanded, not derived
        vehicle_interface::Rules acted;  ///< on values that are not in `control`
    };
    /// The values for the rules. To values that are not among them, such as pedals, the rules
    /// limits, oscillation, rate and brake_over_throttle are applied here. If any value of the
    /// command is not finite, a value of the result is not finite either.
    /// @param velocity_mps of the vehicle
    Seen see(Command& command, vehicle_interface::Stamp stamp, float velocity_mps) noexcept;

    /// Writes the values that the rules have changed to the command.
    void write(const Seen& seen, const vehicle_interface::VehicleControlCommand& safe,
               Command& command) noexcept;

    /// Discards the velocity and throttle sent last.
    void forget() noexcept {
        sent_at_.reset();
        throttle_.forget();
    }

  private:
    struct Look;
    struct Write;

    float wanted_change(double velocity_mps, vehicle_interface::Stamp stamp,
                        float now_mps) noexcept;
    void write_velocity(double& velocity_mps, const Seen& seen, float safe_mps2) noexcept;
    void filter_curvature(double& curvature_1pm, vehicle_interface::Stamp stamp) noexcept;

    vehicle_interface::SafetyConfig config_;
    double wheel_base_m_;
    vehicle_interface::OscillationWatch pedals_;
    vehicle_interface::OscillationWatch velocity_;
    vehicle_interface::OscillationWatch actuation_steer_;
    vehicle_interface::RateBase throttle_;
    vehicle_interface::SignalFilter curvature_;
    double sent_mps_ = 0;  ///< the velocity sent last, or the vehicle's
    std::optional<vehicle_interface::Stamp> sent_at_;
    double step_s_ = 0;  ///< for the present requested change
};

/// Whether a command of that level specifies the vehicle's motion, and not its pedals or torques.
bool specifies_motion(Level level) noexcept;
/// Whether a rule applies to commands of that level.
bool acts_at(vehicle_interface::Rule rule, Level level) noexcept;

}  // namespace gateway
