// SPDX-License-Identifier: MIT
#pragma once

#include "velocity_controller.hpp"

#include <gateway/base/seams.hpp>

namespace gateway {

/// Whether all numbers of a command are finite.
bool is_finite(const Command& command) noexcept;

/// From commands of the levels `acceleration`, `velocity`, `curvature` and `raw` to pedals. Gears
/// are chosen at the levels that tell a velocity, and for an acceleration where none was asked for;
/// else they are what is asked for.
class LevelConversion {
  public:
    explicit LevelConversion(const LevelConversionConfig& config)
        : config_(config), velocity_(config.velocity) {}

    /// The vehicle is driven otherwise, perhaps with that gear.
    void rest(Gear gear) noexcept;

    /// To be called once a step. Precondition: is_finite(command), and its level is one of those.
    /// @param state that is asked for, with all that was asked for before
    /// @param dt_s that the pedals will be held; 0 if they replace those of the same step
    Command convert(const Command& command, const VehicleStateCommand& state, const Feedback& seen,
                    double dt_s) noexcept;

  private:
    void begin(Level level, Gear asked) noexcept;
    void shift_for(double accel_mps2, Gear asked, const Feedback& seen) noexcept;
    PedalCommand pedals_of(const AccelerationCommand& asked, const Feedback& seen, double dt_s);
    PedalCommand follow(double velocity_mps, Gear asked, const Feedback& seen, double dt_s);
    PedalCommand towards(double speed_mps, const Feedback& seen, double dt_s);
    double corrected(double accel_mps2, double speed_mps, const Feedback& seen, double dt_s);
    double direction() const noexcept { return gear_ == Gear::reverse ? -1 : 1; }
    bool is_driving() const noexcept;

    LevelConversionConfig config_;
    VelocityController velocity_;
    double correction_mps2_ = 0;   ///< of an acceleration
    Level level_ = Level::pedals;  ///< converted last
    Gear gear_ = Gear::drive;      ///< that the vehicle was told last
    bool hand_brake_ = false;
};

}  // namespace gateway
