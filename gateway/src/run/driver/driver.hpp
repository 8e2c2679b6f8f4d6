// SPDX-License-Identifier: MIT
#pragma once

#include "preview_steering.hpp"
#include "speed_control.hpp"
#include "speed_profile.hpp"

#include <gateway/base/seams.hpp>
#include "route/manoeuvre_start.hpp"

#include <optional>
#include <vector>

namespace gateway {

/// What a driver model drives.
struct DriverTask {
    DriverConfig driver;
    const Route& route;  ///< outlives the driver
    /// Its speed replaces that of the profile; null without a manoeuvre.
    const plant::Scenario* manoeuvre = nullptr;
    LevelConversionConfig vehicle;  ///< its response to pedals and steering
    Grip grip;
};

/// The values of a driver's last cycle, for traces.
struct DriverValues {
    double speed_mps = 0;  ///< target
    double left_m = 0;     ///< distance from the route, positive on its left
    double steer_rad = 0, throttle = 0, brake = 0;
};

/// A column of a driver's trace.
struct DriverColumn {
    const char* name;
    double DriverValues::*value;
};

/// One for each of the values.
const std::vector<DriverColumn>& driver_columns();

/// A driver model: follows a route with preview steering and a speed profile, in place of a
/// program. It gives pedals. The same feedback gives the same commands, bit for bit.
class Driver : public Controller {
  public:
    explicit Driver(const DriverTask& task);

    Cycle run_cycle(const CycleInput& input) override;
    /// It answers each cycle.
    ControllerStatus status() const override;
    std::string explain() const override { return {}; }

    const DriverValues& values() const { return values_; }

  private:
    SpeedTarget target(const CycleInput& input, const RouteOffset& offset);
    SpeedTarget profile_target(double way_m, double speed_mps) const;
    SpeedTarget manoeuvre_target(std::optional<SimTime> time) const;
    PedalCommand drive(const CycleInput& input);

    const plant::Scenario* manoeuvre_;
    std::optional<ManoeuvreStart> start_;
    SpeedProfile profile_;
    PreviewSteering steering_;
    SpeedControl speed_;
    DriverValues values_;
};

}  // namespace gateway
