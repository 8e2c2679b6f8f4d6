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

/// Follows the points of a trajectory at a given speed. C++11.
/// - Steering: pure pursuit (R. C. Coulter, CMU-RI-TR-92-01) from the point of the car that moves
///   where the car points to, on a smooth curve through the points.
/// - Speed: lowered before bends and to zero at the trajectory's end. An acceleration is computed
///   from the error and from the deceleration that the trajectory needs, with a limited jerk; an
///   integral adds what drag and slopes need.
///
/// A stated length above the number of points is limited to it; if inputs are not finite, there is
/// no trajectory.
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
    /// Computes the acceleration of the next cycle. @param braking_mps2 that the trajectory needs
    void accelerate(double limit_mps, double braking_mps2, double speed_mps, double dt_s);

    double cruise_mps_;
    double acceleration_ = 0;  ///< m/s2
    double integral_ = 0;      ///< m/s2
};

}  // namespace autopilot
