// SPDX-License-Identifier: MIT
#pragma once

#include "platform/vehicle_config.hpp"

namespace gateway {

/// The largest accelerations that the tyres of a vehicle can transfer on a plane road, in one
/// direction at a time.
struct Grip {
    double lateral_mps2 = 0;   ///< steady cornering, until one axle slides
    double braking_mps2 = 0;   ///< straight on, until one axle locks
    double traction_mps2 = 0;  ///< straight on, until a driven axle spins
};

/// Calculates the grip of four wheels on the road's friction outside of patches: the equilibrium of
/// forces and moments with the load transfer of the whole mass, and the peaks of the tyre at these
/// loads. An actuation model is limited by its friction alone.
/// Source: Milliken and Milliken, Race Car Vehicle Dynamics, chapters 7 (load transfer) and 18.
Grip grip_of(const VehicleConfig& vehicle);

}  // namespace gateway
