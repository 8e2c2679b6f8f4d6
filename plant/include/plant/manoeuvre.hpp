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

struct Cone {
    double x_m = 0.0;
    double y_m = 0.0;
};

/// Along both lines of each lane: at its ends, and between them at most 3 m apart.
std::vector<Cone> course_cones(const Course& course);

/// Lateral place of the way through the lanes, or of a straight course; x from its start.
double course_middle_m(const Course& course, double x_m);

/// One number of a report.
struct Finding {
    std::string name;
    double value = 0.0;
    std::string unit;
};

/// A manoeuvre that there is a file for, `plant/data/scenario/NAME.yaml`.
struct ManoeuvreInfo {
    const char* name;
    const char* standard;
    const char* what;
};

/// All of them, for a list.
const std::vector<ManoeuvreInfo>& manoeuvres();

/// What figures are taken from.
struct ManoeuvreSample {
    double t_s, x_m, y_m, vx_mps, vy_mps, yaw_rad, yaw_rate_radps, roll_rad, ay_mps2, steer_rad;
    double lighter_side_n;  ///< load of the two wheels of the side where it is less
};

/// Watches a replay and says at its end what the manoeuvre showed: the figures that its standard
/// defines, and the largest motions. A turn to the right gives the figures of one to the left.
class Judge {
  public:
    Judge(const Scenario& scenario, const VehicleParams& vehicle);
    /// Room for so many outputs, up to which watch() allocates nothing.
    void reserve(std::size_t outputs) { samples_.reserve(outputs); }
    void watch(const Output& output);
    std::vector<Finding> findings() const;

  private:
    Scenario scenario_;
    VehicleParams vehicle_;
    std::vector<ManoeuvreSample> samples_;
};

}  // namespace plant
