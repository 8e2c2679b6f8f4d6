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

/// Method of integration.
enum class Integrator {
    rk4,            ///< classical Runge-Kutta, order 4 on smooth motion
    semi_implicit,  ///< velocities first, then positions: one force evaluation per step, order 1
};

/// Parameters of the integration. The defaults equal plant/data/solver/default.yaml.
struct SolverParams {
    Integrator integrator = Integrator::rk4;  ///< method
    /// A tick is divided into equal steps of at most this duration.
    SimDuration max_step{1'000'000};
};

/// Reads a file. @throws FileError.
SolverParams load_solver(const std::filesystem::path& file);

/// Result of a step or tick.
enum class StepStatus {
    ok,                ///< the state has advanced
    invalid_duration,  ///< the duration was not positive; nothing changed
    non_finite_state,  ///< the new state would not be finite; the state before is kept
    rolled_over,       ///< the vehicle would roll over; the state before is kept
};

/// A vehicle model: a state that advances with a command, after the actuators, on given ground.
///
/// Order of calls: initialize once, then reset, then step repeatedly. Only initialize allocates or
/// throws. Not safe for concurrent use.
class VehicleDynamics {
  public:
    virtual ~VehicleDynamics() = default;

    /// @throws std::invalid_argument with "key: reason" for parameters out of range.
    virtual void initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                            const SolverParams& solver) = 0;

    /// Sets the state. A model without these degrees of freedom gets height, roll and pitch from
    /// the ground at the next step.
    virtual void reset(const State& state, const Contacts& contacts) = 0;

    /// Whether the model uses Command::wheel_torque_nm.
    virtual bool takes_wheel_torques() const { return false; }

    /// Whether the model has suspension springs. If so, step expects the contacts at the position
    /// at the end of the step, extrapolated with constant speeds, and, on ground that is not a
    /// plane, a step of at most max_step. Otherwise it expects the contacts at the current
    /// position.
    virtual bool feels_unevenness() const { return false; }

    /// Advances by `duration` with constant command and ground.
    [[nodiscard]] virtual StepStatus step(const Command& command, const Contacts& contacts,
                                          SimDuration duration) = 0;

    /// The state after the last reset or successful step. The reference is valid as long as the
    /// model; the next step or reset changes the object.
    virtual const State& state() const = 0;

    /// Writes accelerations, loads, forces and slips of the last successful step, and the roll and
    /// pitch rates of a body whose lean follows from its forces; does not change other members.
    virtual void describe(Truth& truth) const = 0;

    /// Name of the quantity that made the last step fail, or an empty string. A literal.
    virtual const char* fault() const = 0;

    /// Writes the complete internal state, without the parameters.
    virtual void save(SnapshotWriter& out) const = 0;
    /// Restores what save() wrote for a model with the same parameters. @throws
    /// std::invalid_argument as SnapshotReader does; the model must then be reset.
    virtual void restore(SnapshotReader& in) = 0;
};

/// A state of straight motion at vx without wheel slip.
State rolling_state(const VehicleParams& vehicle, double x_m, double y_m, double yaw_rad,
                    double vx_mps);

}  // namespace plant
