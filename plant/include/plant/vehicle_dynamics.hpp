// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/snapshot.hpp>
#include <plant/state.hpp>
#include <plant/tyre_params.hpp>
#include <plant/vehicle_params.hpp>

#include <filesystem>
#include <memory>

namespace plant {

enum class Integrator {
    rk4,            ///< classical Runge-Kutta, order 4 on smooth motion
    semi_implicit,  ///< velocities first, then positions: one force evaluation a step, order 1
};

/// The defaults equal plant/data/solver/default.yaml.
struct SolverParams {
    Integrator integrator = Integrator::rk4;
    /// A tick is divided into equal steps no longer than this.
    SimDuration max_step{1'000'000};
};

/// @throws FileError.
SolverParams load_solver(const std::filesystem::path& file);

enum class StepStatus {
    ok,
    invalid_duration,  ///< the duration was not positive: nothing happened
    non_finite_state,  ///< the step was undone, the state before it is kept
    rolled_over,       ///< likewise
};

/// A vehicle model: a state, and how a realised command on given ground moves it on.
///
/// Order of calls: initialize once, then reset, then step as often as wanted. Only
/// initialize allocates or throws. Not safe for concurrent use.
class VehicleDynamics {
  public:
    virtual ~VehicleDynamics() = default;

    /// @throws std::invalid_argument with "key: reason" for parameters out of range.
    virtual void initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                            const SolverParams& solver) = 0;

    /// Puts the vehicle where `state` says. A model takes height, roll and pitch from the ground
    /// at the next step unless it has those degrees of freedom itself.
    virtual void reset(const State& state, const Contacts& contacts) = 0;

    /// Whether it knows what to do with Command::wheel_torque_nm.
    virtual bool takes_wheel_torques() const { return false; }

    /// Whether it rides on springs. Then it wants the contacts of where it will be at the end of a
    /// step, at unchanged speeds, and on ground that is no plane no step longer than max_step.
    /// Else it wants those of where it is.
    virtual bool feels_unevenness() const { return false; }

    /// Moves on by `duration` with command and ground held.
    [[nodiscard]] virtual StepStatus step(const Command& command, const Contacts& contacts,
                                          SimDuration duration) = 0;

    virtual const State& state() const = 0;

    /// Writes accelerations, loads, forces and slips after the last step that was ok, and of a body
    /// whose lean follows from its forces how fast it leans; leaves the rest alone.
    virtual void describe(Truth& truth) const = 0;

    /// Name of the quantity that made the last step fail, or an empty string.
    virtual const char* fault() const = 0;

    /// Writes the complete internal state, or takes it back. The parameters are not part of it.
    virtual void save(SnapshotWriter& out) const = 0;
    virtual void restore(SnapshotReader& in) = 0;
};

/// A state rolling straight ahead at vx without wheel slip.
State rolling_state(const VehicleParams& vehicle, double x_m, double y_m, double yaw_rad,
                    double vx_mps);

}  // namespace plant
