// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// Gains and limits of SteerPid. The names are those of the raw_vehicle_cmd_converter of Autoware.
struct SteerPidParams {
    double kp = 150.0;                        ///< proportional gain, V per rad
    double ki = 15.0;                         ///< integral gain, V per rad s
    double kd = 0.0;                          ///< derivative gain, V per rad/s
    double max = 8.0;                         ///< upper limit of the sum of the terms, V
    double min = -8.0;                        ///< lower limit of the sum, V
    double max_p = 8.0;                       ///< upper limit of the proportional term, V
    double min_p = -8.0;                      ///< lower limit of the proportional term, V
    double max_i = 8.0;                       ///< upper limit of the integral term, V
    double min_i = -8.0;                      ///< lower limit of the integral term, V
    double max_d = 0.0;                       ///< upper limit of the derivative term, V
    double min_d = 0.0;                       ///< lower limit of the derivative term, V
    double invalid_integration_decay = 0.97;  ///< factor on the integral per step at standstill
};

/// Feedback controller from the tyre angle to the steering voltage. Below 0.01 m/s the integral
/// decays and is not increased. Source: public raw_vehicle_cmd_converter, release 0.43.
class SteerPid {
  public:
    /// The terms in V, after their limits.
    struct Parts {
        double p = 0.0;  ///< proportional
        double i = 0.0;  ///< integral
        double d = 0.0;  ///< derivative; 0 in the first step
    };

    /// @pre each minimum is at most its maximum
    explicit SteerPid(const SteerPidParams& params) : params_(params) {}

    /// @return the voltage for an error in rad @pre dt_s > 0
    double update(double error_rad, double speed_mps, double dt_s);

    /// Clears the integral and the last error.
    void reset();

    /// The terms of the last update(); zero before the first.
    const Parts& parts() const { return parts_; }

  private:
    void integrate(double error_rad, double speed_mps, double dt_s);

    SteerPidParams params_;
    Parts parts_;
    double integral_ = 0.0;
    double last_error_rad_ = 0.0;
    bool has_last_error_ = false;
};

}  // namespace plant
