// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/actuator_params.hpp>
#include <plant/ground.hpp>
#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include <plant/snapshot.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace plant {

class Actuator;
class FourWheeler;
class Sensors;

/// Everything a session is built from. The defaults give the sedan with ideal actuators and
/// sensors.
struct SessionConfig {
    VehicleParams vehicle;
    TyreParams tyre;
    SolverParams solver;
    ActuatorParams actuator;
    SensorParams sensors;
    ActuationParams actuation;  ///< of an actuation model, see create_model
};

enum class InputStatus {
    accepted,
    clamped,   ///< a value was out of range and taken at its limit
    rejected,  ///< not finite, or no command for this model: the command held before stays
};

/// How many commands set_input has seen of each kind.
struct InputCounters {
    std::uint64_t accepted = 0;
    std::uint64_t clamped = 0;
    std::uint64_t rejected = 0;
};

/// One simulated vehicle on its ground. A tick is always: latched command -> ground query ->
/// actuator -> dynamics step -> sensor -> snapshot; on uneven ground a model on springs sees the
/// ground before each of its own steps. It knows no clock: who calls tick owns time. Forces, slips
/// and what else only an observer wants are computed at the first state(), measured_state() or
/// output() after a tick, or when a sensor takes a sample.
///
/// set_input, state, measured_state, output and input_counters may be called from any thread while
/// another thread ticks; reset and tick belong to that one thread. tick does not allocate, but
/// where a delay at ticks below 0.1 ms needs more room than ever before.
class SimSession {
  public:
    /// Takes both over. @throws std::invalid_argument for parameters out of range or a missing
    /// part.
    SimSession(std::unique_ptr<VehicleDynamics> dynamics, std::unique_ptr<Ground> ground,
               const SessionConfig& config = {});
    ~SimSession();

    /// Holds `command` until the next one. Steering is limited to the vehicle's largest angle,
    /// pedals to 0..1, the gear to -1..1, the torque of a wheel to the larger one of all drive and
    /// all brake torque; an actuation model limits its own commands. Wheel torques are rejected by
    /// a model without wheels, and put pedals to 0.
    InputStatus set_input(const Command& command);

    bool takes_wheel_torques() const { return dynamics_->takes_wheel_torques(); }

    /// Moves simulated time on by dt > 0. After anything but ok, what the session shows stays as it
    /// was; after non_finite_state and rolled_over it stays so until the next reset or restore.
    [[nodiscard]] StepStatus tick(SimDuration dt);

    /// Multiplies the friction of the ground from the next tick on, until the next reset. @throws
    /// std::invalid_argument unless it is finite and not negative.
    void set_friction_scale(double scale);

    State state() const;
    /// What the configured sensors measure of the state, with their rates, delays and errors: what
    /// a controller sees. gnss_position gives position, roll, pitch and yaw, gnss_velocity the
    /// velocity, imu_gyro the angular velocity, wheel_speed the wheel spins. What no configured
    /// sensor measures is the truth.
    State measured_state() const;
    Output output() const;
    InputCounters input_counters() const;
    Command input() const;

    /// Why the last tick failed: the name of the quantity that was not finite, "roll" of a vehicle
    /// that rolled over, or an empty string.
    const char* fault() const;

    /// Starts again at time zero from `state`, with a zero command and the counters at zero. The
    /// state's height, roll and pitch are set by the ground. @throws std::invalid_argument for a
    /// state that is not finite.
    void reset(const State& state);

    /// The complete state: vehicle, actuators, sensors, random numbers, held command, time. To be
    /// called between ticks by the thread that ticks. restore throws std::invalid_argument when the
    /// snapshot is of a session of another model or other parameters, or holds a number that is not
    /// finite or beyond +-1e12, or a command beyond the vehicle's limits; then the session must be
    /// reset. On which ground it was, it does not tell.
    Snapshot snapshot() const;
    void restore(const Snapshot& snapshot);

    const VehicleParams& vehicle() const { return config_.vehicle; }

  private:
    friend class SessionBlock;  ///< of tick_together, whose sessions have a part of a tick in
                                ///< common

    bool is_usable(const Command& command) const;
    bool limit_to_vehicle(Command& command) const;
    Command realise(SimDuration dt);
    StepStatus drive(const Command& realised, SimDuration dt);
    Contacts contacts_at(const State& state) const;
    StepStatus conclude(StepStatus status, const Command& realised, SimDuration dt);
    void describe() const;
    const Output& shown() const;
    void restore_input(SnapshotReader& in);

    SessionConfig config_;
    std::uint64_t built_from_;            ///< fingerprint of the configuration
    StepStatus failed_ = StepStatus::ok;  ///< what the last tick ended with
    std::atomic<const char*> fault_{""};

    mutable std::mutex mutex_;  ///< guards all below, during a whole tick
    std::unique_ptr<VehicleDynamics> dynamics_;
    FourWheeler* planar_;  ///< dynamics_, if it is one that moves in the road's plane; or null
    std::unique_ptr<Ground> ground_;
    std::unique_ptr<Actuator> actuator_;
    std::unique_ptr<Sensors> sensors_;
    Command latched_;
    double friction_scale_ = 1.0;
    InputCounters counters_;
    SimDuration sim_time_{0};
    Command realised_;       ///< what the last tick moved the vehicle by
    mutable Output output_;  ///< of the last tick once somebody has asked, see is_shown_
    mutable bool is_shown_ = false;
};

}  // namespace plant
