// SPDX-License-Identifier: MIT
#pragma once

#include <gateway/base/command.hpp>
#include "vehicle_interface/rule/oscillation.hpp"
#include "vehicle_interface/rule/rate.hpp"
#include "vehicle_interface/signal_filter.hpp"

#include <optional>

namespace gateway {

/// A control command of any level as the rules see it, and back.
///
/// | level         | acceleration          | front steering        | besides                        |
/// | ---           | ---                   | ---                   | ---                            |
/// | acceleration  | as commanded          | as commanded          | rear steering, velocity        |
/// | velocity      | change that is wanted | as commanded          | velocity                       |
/// | curvature     | change that is wanted | that the path needs   | velocity, filter of curvature  |
/// | pedals        | none                  | as commanded          | pedals                         |
/// | actuation     | none                  | none                  | its values, in their own units |
/// | wheel_torques | none                  | as commanded          | torques: whether finite        |
///
/// The wanted change of a velocity is that since the last one that left, over the time between
/// them; without one it is that from the vehicle's own, over the time step of the configuration.
class LevelView {
  public:
    LevelView(const vehicle_interface::SafetyConfig& config, double wheel_base_m);

    struct Seen {
        vehicle_interface::VehicleControlCommand control;
        bool has_accel = false;          ///< the acceleration is what was commanded
        vehicle_interface::Rules acted;  ///< on what is not in `control`
    };
    /// What the rules are to be shown. On what is not in it, such as pedals, limits, oscillation,
    /// rate and brake_over_throttle act at once.
    /// What is not finite anywhere is not in it either.
    /// @param velocity_mps of the vehicle
    Seen see(Command& command, vehicle_interface::Stamp stamp, float velocity_mps) noexcept;

    /// Puts what the rules have changed in what they have been shown into the command.
    void write(const Seen& seen, const vehicle_interface::VehicleControlCommand& safe,
               Command& command) noexcept;

    /// No velocity and no throttle that left counts any more.
    void forget() noexcept {
        left_at_.reset();
        throttle_.forget();
    }

  private:
    struct Look;
    struct Write;

    float wanted_change(double velocity_mps, vehicle_interface::Stamp stamp,
                        float now_mps) noexcept;
    void leave(double& velocity_mps, const Seen& seen, float safe_mps2) noexcept;
    void filter_curvature(double& curvature_1pm, vehicle_interface::Stamp stamp) noexcept;

    vehicle_interface::SafetyConfig config_;
    double wheel_base_m_;
    vehicle_interface::OscillationWatch pedals_;
    vehicle_interface::OscillationWatch velocity_;
    vehicle_interface::OscillationWatch actuation_steer_;
    vehicle_interface::RateBase throttle_;
    vehicle_interface::SignalFilter curvature_;
    double left_mps_ = 0;  ///< the velocity that left last, or the vehicle's own
    std::optional<vehicle_interface::Stamp> left_at_;
    double step_s_ = 0;  ///< for the change that is wanted now
};

/// Whether a command of that level says how the vehicle is to move, not what its pedals do.
bool tells_motion(Level level) noexcept;
/// Whether a rule has something to act on at that level.
bool acts_at(vehicle_interface::Rule rule, Level level) noexcept;

}  // namespace gateway
