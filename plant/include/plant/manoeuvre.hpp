// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <string>
#include <vector>

namespace plant {

/// A piece of a course between cones; x from the course's start, y to the left.
struct Lane {
    double start_m = 0.0;
    double end_m = 0.0;
    double right_m = 0.0;
    double left_m = 0.0;
};

/// Lanes of ISO 3888-1 (lengths 15, 25, 15 m after gaps of 30 and 25 m) or ISO 3888-2 (12, 11,
/// 12 m after gaps of 13.5 and 12.5 m), widths scaled by that of the vehicle. Empty for others.
std::vector<Lane> course_lanes(const Course& course);

/// One number of a report.
struct Finding {
    std::string name;
    double value = 0.0;
    std::string unit;
};

/// Watches a replay and says at its end what the manoeuvre showed: steady and peak yaw rate,
/// overshoot and response times, largest accelerations, stopping distance, cones hit.
class Judge {
  public:
    Judge(const Scenario& scenario, const VehicleParams& vehicle);
    void watch(const Output& output);
    std::vector<Finding> findings() const;

  private:
    struct Sample {
        double t_s, x_m, y_m, vx_mps, vy_mps, yaw_rad, yaw_rate, ay_mps2, steer_rad;
    };
    void add_step_response(std::vector<Finding>& findings) const;
    void add_understeer(std::vector<Finding>& findings) const;
    void add_cones(std::vector<Finding>& findings) const;

    Scenario scenario_;
    double wheelbase_m_;
    double front_m_;  ///< from the centre of gravity to the front axle
    std::vector<Sample> samples_;
};

}  // namespace plant
