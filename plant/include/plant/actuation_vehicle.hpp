// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/model.hpp>
#include <plant/snapshot.hpp>
#include <plant/state.hpp>

#include <cstddef>
#include <memory>

namespace plant {

/// Input of an actuation vehicle during one step. All numbers must be finite.
struct ActuationInput {
    Actuation command;             ///< in the units of the vehicle's model
    double slope_accx_mps2 = 0.0;  ///< longitudinal component of gravity, positive downhill
    int gear = 2;                  ///< public code: 1 neutral, 2 drive, 20 reverse, 22 park, ...
    /// Normal of the road, world frame. Position and yaw are horizontal projections, so on a sloped
    /// road the vehicle covers less distance than its speed along the road. Not used by the
    /// reference behaviour.
    Eigen::Vector3d road_normal{0.0, 0.0, 1.0};
};

/// The public code of a gear: drive, neutral and reverse.
int gear_code(Gear gear);

/// State of the steering of actuation_cmd_mechanical; zero for the other models.
struct MechanicalReport {
    double omega_radps = 0.0;                ///< rate of the steering wheel angle
    bool dead_zone = false;                  ///< the steering is in its dead zone
    double pid_integral = 0.0;               ///< integral of the angle error, rad s
    double pid_error = 0.0;                  ///< mean angle error of the last step, rad
    std::size_t delay_buffer_size = 0;       ///< number of delayed torques
    double previous_steer_target_rad = 0.0;  ///< reference of the rate limiter
};

/// A kinematic bicycle driven by actuation commands. Its reference point is the middle of the rear
/// axle.
///
/// Order within a step: dead times; fourth-order Runge-Kutta with the delayed command held
/// (first-order lags of acceleration and steering; then the mechanical steering); limits of speed
/// and tyre angle; the rule for the gear at standstill. Source: public
/// simple_planning_simulator, release 0.43, SimModelActuationCmd and its derivatives. update
/// neither allocates nor throws. Not safe for concurrent use.
class ActuationVehicle {
  public:
    /// Starts in params.reset_state. @throws std::invalid_argument for parameters out of range or a
    /// model that is not an actuation model.
    ActuationVehicle(Model model, const ActuationParams& params);
    ~ActuationVehicle();
    /// A vehicle that was moved from can only be destroyed.
    ActuationVehicle(ActuationVehicle&&) noexcept;

    /// Sets the state. The reference behaviour keeps the delayed commands, the corrected one clears
    /// them.
    void reset(const ActuationState& state);

    /// Sets the state and clears the delayed commands, with either behaviour.
    void restart(const ActuationState& state);

    /// Advances by one step. @param dt_s finite, at least 0
    void update(const ActuationInput& input, double dt_s) noexcept;

    /// The state after the last update. The reference is valid as long as the vehicle.
    const ActuationState& state() const;
    /// The parameters that were given to the constructor; valid as long as the vehicle.
    const ActuationParams& params() const;
    double steer_report_rad() const;  ///< tyre angle with bias
    /// The tyre angle for other programs: steer_report_rad(), or, without enable_pub_steer, the
    /// angle that the steering wheel angle corresponds to, without bias.
    double published_steer_rad() const;
    /// vx tan(tyre angle without bias) / wheelbase, positive to the left.
    double yaw_rate_radps() const;
    /// Calculated from the motion: the pedals that give its acceleration, and the steering.
    ActuationStatus status() const;
    /// State of the mechanical steering; all zero for other models than actuation_cmd_mechanical.
    MechanicalReport mechanical() const;

    /// The state from which the reports above are calculated.
    struct Reported {
        ActuationState state;        ///< of the vehicle
        double steer_command = 0.0;  ///< after its dead time
        int travel = 0;              ///< direction of travel
    };
    /// A copy, which report() accepts later.
    Reported reported() const;
    /// Reports this state until the next update. Dead times and steering do not change.
    void report(const Reported& reported);

    /// Writes the complete state without the parameters, see SimSession::snapshot.
    void save(SnapshotWriter& out) const;
    /// Restores what save() wrote for a vehicle with the same model and parameters. @throws
    /// std::invalid_argument as SnapshotReader does; the vehicle must then be reset.
    void restore(SnapshotReader& in);

  private:
    class Implementation;
    std::unique_ptr<Implementation> self_;
};

}  // namespace plant
