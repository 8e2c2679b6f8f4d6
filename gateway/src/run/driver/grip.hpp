// SPDX-License-Identifier: MIT
#pragma once

#include "platform/vehicle_config.hpp"

#include <array>
#include <cstddef>

namespace gateway {

/// The accelerations that the tyres of a vehicle can transfer on a plane road.
class Grip {
  public:
    /// @param lateral_mps2 in steady cornering, until an axle slides
    /// @param braking_mps2, traction_mps2 beside lateral accelerations from 0 to the largest
    static constexpr std::size_t steps = 33;
    using Curve = std::array<double, steps>;
    Grip(double lateral_mps2, const Curve& braking_mps2, const Curve& traction_mps2)
        : lateral_mps2_(lateral_mps2), braking_mps2_(braking_mps2), traction_mps2_(traction_mps2) {}

    double lateral_mps2() const { return lateral_mps2_; }
    /// The largest deceleration beside that absolute lateral acceleration.
    double braking_mps2(double lateral_mps2) const { return at(braking_mps2_, lateral_mps2); }
    /// The largest acceleration beside that absolute lateral acceleration.
    double traction_mps2(double lateral_mps2) const { return at(traction_mps2_, lateral_mps2); }

  private:
    double at(const Curve& curve, double lateral_mps2) const;

    double lateral_mps2_;
    Curve braking_mps2_, traction_mps2_;
};

/// Calculates the grip of four wheels on the road's friction outside of patches.
///
/// Each axle transfers its part of both accelerations, as far as the peaks of its two tyres allow
/// at their loads; braking, acceleration and cornering move load between them. The vehicle is a
/// rigid body with the roll stiffnesses of its axles. An actuation model has the friction of the
/// road alone. Source: Milliken and Milliken, Race Car Vehicle Dynamics, chapters 9 and 18.
Grip grip_of(const VehicleConfig& vehicle);

}  // namespace gateway
