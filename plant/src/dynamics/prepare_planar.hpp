// SPDX-License-Identifier: MIT
#pragma once

#include <plant/tyre_params.hpp>
#include <plant/vehicle_dynamics.hpp>
#include <plant/vehicle_params.hpp>
#include "dynamics/planar_kernel.hpp"

namespace plant {

/// Roll statics of the sprung mass, for small angles.
struct RollStatics {
    double sprung_mass_kg = 0.0;
    double front_stiffness_nm = 0.0;  ///< per radian, of springs and anti-roll bar
    double rear_stiffness_nm = 0.0;
    double arm_kgm = 0.0;                 ///< sprung mass times its height above the roll axis
    double angle_per_acceleration = 0.0;  ///< rad per m/s2, including the moment of the weight
};

/// @throws std::invalid_argument with "key: reason" when springs and bars are too soft to keep the
/// body upright.
RollStatics roll_statics(const VehicleParams& params);

/// Pitch angle per forward acceleration on the springs, rad per m/s2.
double pitch_per_acceleration(const VehicleParams& params);

/// A single track is a vehicle with zero track width: both wheels of an axle are identical.
enum class Tracks { single, two };

/// @throws as roll_statics.
PlanarConstants prepare_planar(const VehicleParams& vehicle, const TyreParams& tyre, Tracks tracks,
                               const SolverParams& solver);

}  // namespace plant
