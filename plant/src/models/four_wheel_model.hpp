// SPDX-License-Identifier: MIT
#pragma once

#include <plant/model.hpp>
#include <plant/vehicle_dynamics.hpp>
#include "brakes/controlled_stepper.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/ride_stepper.hpp"
#include "tyre/peak_table.hpp"

#include <memory>

namespace plant {

/// The models with tyres.
enum class FourWheelLevel {
    single_track = static_cast<int>(Model::bicycle),
    seven_dof = static_cast<int>(Model::seven_dof),
    fourteen_dof = static_cast<int>(Model::fourteen_dof),
};

/// Constants of a vehicle on four wheels, calculated from its parameters. Immutable.
struct FourWheelModel {
    /// @throws std::invalid_argument with "key: reason" for parameters out of range.
    FourWheelModel(FourWheelLevel level, const VehicleParams& vehicle, const TyreParams& tyre,
                   const SolverParams& solver, InstructionSet set);

    VehicleParams vehicle;
    SolverParams solver;
    PlanarConstants constants;
    RideConstants ride;
    ControlConstants control;
    PeakTable peaks;
    PlanarStepper* stepper;
    RideStepper* ride_stepper;
    ControlledStepper* controlled_stepper;
    ControlledRideStepper* controlled_ride_stepper;
    InstructionSet set;
    double roll_gain;   ///< quasi-static roll angle of the planar models, per acceleration
    double pitch_gain;  ///< quasi-static pitch angle, per acceleration
};

/// Returns a model that all vehicles of this process with the same level, parameters and
/// instruction set share. It is freed with the last of these vehicles. Sharing saves most of a
/// vehicle's memory and lets vehicles be stepped together. Safe for concurrent use. @throws
/// std::invalid_argument.
std::shared_ptr<const FourWheelModel> four_wheel_model(FourWheelLevel level,
                                                       const VehicleParams& vehicle,
                                                       const TyreParams& tyre,
                                                       const SolverParams& solver);

}  // namespace plant
