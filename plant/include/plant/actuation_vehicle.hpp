// SPDX-License-Identifier: MIT
#pragma once

#include <plant/actuation_params.hpp>
#include <plant/model.hpp>
#include <plant/snapshot.hpp>
#include <plant/state.hpp>

#include <cstddef>
#include <memory>

namespace plant {

/// What an actuation vehicle is moved by during one step. All numbers must be finite.
struct ActuationInput {
    Actuation command;
    double slope_accx_mps2 = 0.0;  ///< gravity along the vehicle, positive downhill
    int gear = 2;                  ///< public code: 1 neutral, 2 drive, 20 reverse, 22 park, ...
    /// World frame. Place and yaw are as seen from above: on a road that is not level the way is
    /// shorter than the speed along the road says. The reference behaviour ignores it.
    Eigen::Vector3d road_normal{0.0, 0.0, 1.0};
};

/// The public code of a gear.
int gear_code(Gear gear);

/// Inner state of the steering of actuation_cmd_mechanical, zero for the other models.
struct MechanicalReport {
    double omega_radps = 0.0;
    bool dead_zone = false;
    double pid_integral = 0.0;
    double pid_error = 0.0;
    std::size_t delay_buffer_size = 0;       ///< torques under way
    double previous_steer_target_rad = 0.0;  ///< what the rate limiter compares with
};

/// A kinematic bicycle driven by an actuation command. Its point is the middle of the rear axle.
///
/// A step is always: dead times, fourth-order Runge-Kutta with the delayed command held
/// (first-order lags of acceleration and steering; the mechanical steering after it), limits of
/// speed and tyre angle, and the gear's rule at standstill. Source: public
/// simple_planning_simulator, release 0.43, SimModelActuationCmd and its derivatives. update
/// allocates nothing and throws nothing.
class ActuationVehicle {
  public:
    /// Starts in params.reset_state. @throws std::invalid_argument for parameters out of range or a
    /// model that takes no actuation.
    ActuationVehicle(Model model, const ActuationParams& params);
    ~ActuationVehicle();
    ActuationVehicle(ActuationVehicle&&) noexcept;

    /// The reference behaviour keeps the commands under way, the corrected one forgets them.
    void reset(const ActuationState& state);

    /// As a new vehicle in this state, with either behaviour.
    void restart(const ActuationState& state);

    /// @param dt_s finite, at least 0
    void update(const ActuationInput& input, double dt_s) noexcept;

    const ActuationState& state() const;
    const ActuationParams& params() const;
    double steer_report_rad() const;  ///< tyre angle with bias
    /// What others are told of the tyre angle: steer_report_rad(), or with enable_pub_steer off
    /// what the angle of the hand wheel says, without bias.
    double published_steer_rad() const;
    double yaw_rate_radps() const;
    /// Derived from the motion: the pedals that explain the acceleration, and the steering.
    ActuationStatus status() const;
    MechanicalReport mechanical() const;

    /// What the reports above are made from.
    struct Reported {
        ActuationState state;
        double steer_command = 0.0;  ///< after its dead time
        int travel = 0;
    };
    Reported reported() const;
    /// Reports that again, until the next update. Dead times and steering stay as they are.
    void report(const Reported& reported);

    /// The complete state without the parameters, see SimSession::snapshot.
    void save(SnapshotWriter& out) const;
    void restore(SnapshotReader& in);

  private:
    class Implementation;
    std::unique_ptr<Implementation> self_;
};

}  // namespace plant
