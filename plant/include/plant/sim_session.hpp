// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/actuator_params.hpp>
#include <plant/ground.hpp>
#include <plant/output.hpp>
#include <plant/sensor_params.hpp>
#include <plant/snapshot.hpp>
#include <plant/tick_hook.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

namespace plant {

class Actuator;
class FourWheeler;
class Sensors;

/// Parameters of a session. The defaults are the sedan with ideal actuators and sensors.
struct SessionConfig {
    VehicleParams vehicle;      ///< masses, dimensions, drive and brakes
    TyreParams tyre;            ///< of all four wheels
    SolverParams solver;        ///< integrator and step
    ActuatorParams actuator;    ///< between command and vehicle
    SensorParams sensors;       ///< between vehicle and readings
    ActuationParams actuation;  ///< for actuation models only, see create_model
};

/// What SimSession::set_input did with a command.
enum class InputStatus {
    accepted,  ///< in effect unchanged
    clamped,   ///< a value was out of range and limited
    rejected,  ///< not finite, or not supported by the model; the last command stays in effect
};

/// Number of commands that set_input has received, by status.
struct InputCounters {
    std::uint64_t accepted = 0;  ///< InputStatus::accepted
    std::uint64_t clamped = 0;   ///< InputStatus::clamped
    std::uint64_t rejected = 0;  ///< InputStatus::rejected
};

/// One simulated vehicle on its ground. Order within a tick: latched command -> ground query ->
/// actuator -> dynamics step -> sensor -> snapshot; on uneven ground a model on springs queries the
/// ground before each of its steps. A session has no clock: the caller of tick determines the
/// time. Forces, slips and other outputs that the step does not need are calculated at the first
/// state(), measured_state() or output() after a tick, or when a sensor takes a sample.
///
/// set_input, state, measured_state, output and input_counters may be called from any thread while
/// another thread ticks; only that thread may call reset and tick. tick allocates only when a
/// delay, at ticks below 0.1 ms, needs more memory than before.
class SimSession {
  public:
    /// Owns both parts. @throws std::invalid_argument for parameters out of range or a null
    /// pointer.
    SimSession(std::unique_ptr<VehicleDynamics> dynamics, std::unique_ptr<Ground> ground,
               const SessionConfig& config = {});
    ~SimSession();

    /// Sets the command until the next call. Steering is limited to the largest angle of the
    /// vehicle, pedals to 0..1, the gear to -1..1, wheel torques to the maximum of the total drive
    /// and total brake torque; an actuation model applies its limits. A model without wheels
    /// rejects wheel torques. With wheel torques, the pedals are 0.
    InputStatus set_input(const Command& command);

    /// Whether the model uses Command::wheel_torque_nm.
    bool takes_wheel_torques() const { return dynamics_->takes_wheel_torques(); }

    /// Advances simulated time by dt > 0. After any status but ok the outputs are unchanged; after
    /// non_finite_state and rolled_over all ticks fail until the next reset or restore.
    [[nodiscard]] StepStatus tick(SimDuration dt);

    /// Sets a factor on the friction of the ground from the next tick until the next reset.
    /// @throws std::invalid_argument unless it is finite and not negative.
    void set_friction_scale(double scale);

    /// Sets the object that changes values inside the ticks; null: none. It outlives the ticks, and
    /// is kept by reset() and restore(). To be called from the thread that ticks.
    void set_hook(TickHook* hook) { hook_ = hook; }

    /// The true state after the last tick.
    State state() const;
    /// The state as measured by the configured sensors, with their rates, delays and errors, for a
    /// controller. gnss_position gives position, roll, pitch and yaw, gnss_velocity the velocity,
    /// imu_gyro the angular velocity, wheel_speed the wheel spins. Values that no configured sensor
    /// measures are the truth.
    State measured_state() const;
    /// Truth and sensor readings after the last tick.
    Output output() const;
    /// Counts since the last reset.
    InputCounters input_counters() const;
    /// The command in effect, after its limits.
    Command input() const;

    /// Why the last tick failed: name of the quantity that is not finite, or "roll" if the vehicle
    /// rolled over; empty if it did not fail. A literal.
    const char* fault() const;

    /// Restarts at time zero from `state`, with a zero command and all counters at zero. Height,
    /// roll and pitch are determined by the ground. @throws std::invalid_argument for a state that
    /// is not finite.
    void reset(const State& state);

    /// The complete state: vehicle, actuators, sensors, random numbers, latched command, time; not
    /// the ground. Call this and restore() between ticks, from the thread that ticks.
    Snapshot snapshot() const;
    /// Continues from a snapshot. @throws std::invalid_argument when the snapshot is from a session
    /// with another model or other parameters, has a number that is not finite or beyond +-1e12, or
    /// a command beyond the limits of the vehicle; the session must then be reset.
    void restore(const Snapshot& snapshot);

    /// The parameters of the vehicle; valid as long as the session.
    const VehicleParams& vehicle() const { return config_.vehicle; }

  private:
    friend class SessionBlock;  ///< of tick_together; computes part of a tick for several sessions

    bool is_usable(const Command& command) const;
    bool limit_to_vehicle(Command& command) const;
    Command realise(SimDuration dt);
    StepStatus drive(const Command& realised, SimDuration dt);
    Contacts contacts_at(const State& state) const;
    StepStatus conclude(StepStatus status, const Command& realised, SimDuration dt);
    void describe() const;
    const Output& described_output() const;
    void restore_input(SnapshotReader& in);

    SessionConfig config_;
    std::uint64_t built_from_;            ///< fingerprint of the configuration
    StepStatus failed_ = StepStatus::ok;  ///< status of the last tick
    std::atomic<const char*> fault_{""};
    TickHook* hook_ = nullptr;

    mutable std::mutex mutex_;  ///< guards all members below; held during a whole tick
    std::unique_ptr<VehicleDynamics> dynamics_;
    FourWheeler* planar_;  ///< dynamics_, if it is a planar model; else null
    std::unique_ptr<Ground> ground_;
    std::unique_ptr<Actuator> actuator_;
    std::unique_ptr<Sensors> sensors_;
    Command latched_;
    double friction_scale_ = 1.0;
    InputCounters counters_;
    SimDuration sim_time_{0};
    Command realised_;       ///< the command of the last tick, after the actuators
    mutable Output output_;  ///< of the last tick, calculated on request, see is_described_
    mutable bool is_described_ = false;
};

}  // namespace plant
