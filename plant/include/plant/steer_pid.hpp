// SPDX-License-Identifier: MIT
#pragma once

namespace plant {

/// Gains (volt per rad, per rad s, per rad/s), limits of each term and of their sum in volt.
struct SteerPidParams {
    double kp = 150.0;
    double ki = 15.0;
    double kd = 0.0;
    double max = 8.0;
    double min = -8.0;
    double max_p = 8.0;
    double min_p = -8.0;
    double max_i = 8.0;
    double min_i = -8.0;
    double max_d = 0.0;
    double min_d = 0.0;
    double invalid_integration_decay = 0.97;  ///< factor on the integral per step at standstill
};

/// Feedback controller from the tyre angle to the steering voltage. Below 0.01 m/s the integral
/// decays and is not increased. Source: public raw_vehicle_cmd_converter, release 0.43.
class SteerPid {
  public:
    /// The terms, after their limits.
    struct Parts {
        double p = 0.0;
        double i = 0.0;
        double d = 0.0;  ///< 0 in the first step
    };

    /// @pre each minimum is at most its maximum
    explicit SteerPid(const SteerPidParams& params) : params_(params) {}

    /// @return the voltage for an error in rad @pre dt_s > 0
    double update(double error_rad, double speed_mps, double dt_s);

    /// Clears the integral and the last error.
    void reset();

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
