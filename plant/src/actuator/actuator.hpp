// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuator_params.hpp>
#include <plant/state.hpp>
#include "actuator/delay_line.hpp"

namespace plant {

/// One signal through dead zone, dead time, lag, rate limit and saturation.
class Channel {
  public:
    /// `full_scale`: the command that the dead zone's stretching leaves as it is.
    Channel(const ActuatorChannel& params, double full_scale);

    void reset();

    /// The realised value of a tick from `now` to `now + dt` with `command` held, within `range`
    /// (0..1) of the saturation.
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

/// The three channels of a command; gear and handbrake pass as they are.
class Actuator {
  public:
    Actuator(const ActuatorParams& params, double max_steer_rad);

    void reset();
    /// The realised command of a tick from `now` to `now + dt` that begins at `speed_mps`, forward
    /// positive.
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
