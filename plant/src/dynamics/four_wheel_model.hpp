// SPDX-License-Identifier: MIT
#pragma once

#include <plant/model.hpp>
#include <plant/vehicle_dynamics.hpp>
#include "dynamics/planar_stepper.hpp"
#include "dynamics/ride_stepper.hpp"
#include "tyre/peak_table.hpp"

#include <memory>

namespace plant {

enum class FourWheelLevel {
    single_track = static_cast<int>(Model::bicycle),
    seven_dof = static_cast<int>(Model::seven_dof),
    fourteen_dof = static_cast<int>(Model::fourteen_dof),
};

/// What follows from the parameters of a vehicle on four wheels alone, and never changes.
struct FourWheelModel {
    /// @throws std::invalid_argument with "key: reason" for parameters out of range.
    FourWheelModel(FourWheelLevel level, const VehicleParams& vehicle, const TyreParams& tyre,
                   const SolverParams& solver, InstructionSet set);

    VehicleParams vehicle;
    SolverParams solver;
    PlanarConstants constants;
    RideConstants ride;
    PeakTable peaks;
    PlanarStepper* stepper;
    RideStepper* ride_stepper;
    InstructionSet set;
    double roll_gain;   ///< quasi-static lean of the planar models, per acceleration
    double pitch_gain;  ///< likewise
};

/// One for all vehicles of this process whose level, parameters and instruction set agree, for as
/// long as one of them lives: it is the larger part of a vehicle's memory, and vehicles that have
/// it in common can be stepped together. Safe for concurrent use. @throws std::invalid_argument.
std::shared_ptr<const FourWheelModel> four_wheel_model(FourWheelLevel level,
                                                       const VehicleParams& vehicle,
                                                       const TyreParams& tyre,
                                                       const SolverParams& solver);

}  // namespace plant
