// SPDX-License-Identifier: MIT
#pragma once

#include "velocity_controller.hpp"

#include <gateway/base/seams.hpp>

namespace gateway {

/// Whether all numbers of a command are finite.
bool is_finite(const Command& command) noexcept;

/// Converts commands of the levels `acceleration`, `velocity`, `curvature` and `raw` to pedals. It
/// selects the gear at the levels with a velocity, and for an acceleration without a requested
/// gear. Otherwise the gear is the requested one.
class LevelConversion {
  public:
    explicit LevelConversion(const LevelConversionConfig& config)
        : config_(config), velocity_(config.velocity) {}

    /// The vehicle gets other commands from now on, with `gear` unless that is NO_COMMAND.
    void rest(Gear gear) noexcept;

    /// Call it once per step. Precondition: is_finite(command), and its level is one of those
    /// above.
    /// @param state the requested state, including all earlier requests
    /// @param dt_s how long the pedals are used; 0 if they replace those of the same step
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
    double correction_mps2_ = 0;   ///< of the acceleration
    Level level_ = Level::pedals;  ///< converted last
    Gear gear_ = Gear::drive;      ///< commanded last
    bool hand_brake_ = false;
};

}  // namespace gateway
