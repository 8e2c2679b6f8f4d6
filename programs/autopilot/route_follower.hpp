// SPDX-License-Identifier: MIT
#pragma once

namespace autopilot {

constexpr double pi = 3.14159265358979323846;

/// Inputs of both autopilots, in the protocol's units. Any process may have written them, so no
/// number can be trusted.
struct Inputs {
    static const int max_points = 10;
    double velocity_kmh = 0;
    double x_m = 0;
    double y_m = 0;
    double compass_deg = 0;
    int trajectory_length = 0;
    double trajectory_x_m[max_points] = {};
    double trajectory_y_m[max_points] = {};
};

/// Outputs of both autopilots.
struct Outputs {
    double steering_deg = 0;  ///< road wheels, positive left, -30..30
    double gas = 0;           ///< 0..1
    double braking = 0;       ///< 0..1
};

/// The time since the last cycle, in the protocol's unit; 0 if it is invalid or longer than a
/// minute, because a sum of such times would stay wrong.
double usable_time_s(double delta_s);

/// The course for a vehicle that controls its steering and speed itself.
struct Course {
    double velocity_mps = 0;
    double curvature = 0;  ///< of the path, 1/m, positive left
};

/// Follows the points of a trajectory at a given speed: pure pursuit for the steering (R. C.
/// Coulter, CMU-RI-TR-92-01), a PI controller for the speed, which is lowered before bends and
/// brought to zero at the trajectory's end. A stated length above the number of points is limited
/// to it; if inputs are not finite, there is no trajectory. C++11.
class RouteFollower {
  public:
    explicit RouteFollower(double cruise_kmh = 50) : cruise_mps_(cruise_kmh / 3.6) {}

    /// Effective from the next update on.
    void set_cruise_mps(double cruise_mps) { cruise_mps_ = cruise_mps; }

    /// @param delta_s time since the previous call; 0 the first time
    Outputs update(const Inputs& inputs, double delta_s);

    /// The same without a controller: the allowed speed, and the curve to the route.
    Course course(const Inputs& inputs) const;

  private:
    double steering_deg(const Inputs& inputs, double speed_mps) const;
    double allowed_speed(const Inputs& inputs) const;

    double cruise_mps_;
    double integral_ = 0;
};

}  // namespace autopilot
