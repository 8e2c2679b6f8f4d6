// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <vector>

struct Place {
    double x_m = 0;
    double y_m = 0;
};

/// State of the vehicle; its position is the middle of the rear axle.
struct Seen {
    Place at;
    double yaw_rad = 0;
    double speed_mps = 0;
};

struct Wanted {
    double speed_mps = 0;
    double accel_mps2 = 0;
    double steer_rad = 0;  ///< of the front wheels, positive left
    bool is_at_end = false;
};

/// Follows a route to its end: pure pursuit from the rear axle (R. C. Coulter, CMU-RI-TR-92-01),
/// and a speed that is reduced in bends.
class Pursuit {
  public:
    /// @param file CSV with the columns x_m and y_m
    /// @throws std::runtime_error
    explicit Pursuit(const std::string& file);
    Wanted update(const Seen& seen);

  private:
    double along(const Place& place);
    Place place_at(double along_m) const;
    double allowed_speed(double along_m) const;

    std::vector<Place> points_;
    std::vector<double> along_m_;      ///< distance of each point along the route
    std::vector<double> curve_speed_;  ///< at each point
    std::size_t segment_ = 0;
};
