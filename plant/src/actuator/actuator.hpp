// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuator_params.hpp>
#include <plant/state.hpp>
#include "actuator/delay_line.hpp"

namespace plant {

/// Dead zone, dead time, lag, rate limit and saturation of one signal.
class Channel {
  public:
    /// @param full_scale the command that the dead zone maps to itself
    Channel(const ActuatorChannel& params, double full_scale);

    void reset();

    /// The output for a tick from `now` to `now + dt` with constant `command`, with the saturation
    /// scaled by `range` (0..1).
    double apply(double command, double range, SimDuration now, SimDuration dt);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    double without_dead_zone(double command) const;

    ActuatorChannel params_;
    double full_scale_;
    DelayLine delay_;
    double lagged_ = 0.0;
    double realised_ = 0.0;
};

/// The three channels of a command; gear and handbrake are not changed.
class Actuator {
  public:
    Actuator(const ActuatorParams& params, double max_steer_rad);

    void reset();
    /// The command after the actuators for a tick from `now` to `now + dt`. @param speed_mps at the
    /// start of the tick, positive forward
    Command apply(const Command& command, double speed_mps, SimDuration now, SimDuration dt);

    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    double steer_range(double speed_mps) const;

    double steer_full_range_to_mps_;
    Channel steer_;
    Channel throttle_;
    Channel brake_;
};

}  // namespace plant
