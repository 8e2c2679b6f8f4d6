// SPDX-License-Identifier: MIT
#pragma once

#include <plant/scenario.hpp>

#include <string>
#include <vector>

namespace plant {

/// A section of a course between cones; x from the start of the course, y to the left.
struct Lane {
    double start_m = 0.0;  ///< x of the first cones
    double end_m = 0.0;    ///< x of the last cones
    double right_m = 0.0;  ///< y of the right border
    double left_m = 0.0;   ///< y of the left border
};

/// Lanes of ISO 3888-1 (lengths 15, 25, 15 m after gaps of 30 and 25 m) or ISO 3888-2 (12, 11,
/// 12 m after gaps of 13.5 and 12.5 m); their widths depend on that of the vehicle. Empty for other
/// courses.
std::vector<Lane> course_lanes(const Course& course);

/// Position of a cone, in the axes of Lane.
struct Cone {
    double x_m = 0.0;  ///< along the course
    double y_m = 0.0;  ///< to the left
};

/// Cones along both sides of each lane: at its ends, and at most 3 m apart between them.
std::vector<Cone> course_cones(const Course& course);

/// Lateral position of the target path: through the lanes, or straight; x from the start.
double course_middle_m(const Course& course, double x_m);

/// One figure of a report.
struct Finding {
    std::string name;    ///< a short phrase, as it is printed
    double value = 0.0;  ///< in `unit`
    std::string unit;    ///< such as "m/s"; empty for a number without one
};

/// A manoeuvre of `plant/data/scenario/NAME.yaml`.
struct ManoeuvreInfo {
    const char* name;      ///< name of its file, without the extension
    const char* standard;  ///< such as "ISO 3888-1"
    const char* what;      ///< one line that describes it
};

/// All manoeuvres.
const std::vector<ManoeuvreInfo>& manoeuvres();

/// Values of an Output at one time, from which figures are calculated. The members are those of
/// State and Truth with the same names; x, y and velocity are of the centre of gravity.
struct ManoeuvreSample {
    double t_s, x_m, y_m, vx_mps, vy_mps, yaw_rad, yaw_rate_radps, roll_rad, ay_mps2, steer_rad;
    double lighter_side_n;  ///< sum of the two wheel loads of the side with the smaller sum
};

/// Observes a replay and calculates the figures that the standard of the manoeuvre defines, and the
/// largest motions. A turn to the right gives the figures of the same turn to the left.
class Judge {
  public:
    /// Copies both. The course or steering of the scenario determines which figures there are.
    Judge(const Scenario& scenario, const VehicleParams& vehicle);
    /// Reserves memory; watch() does not allocate for this number of outputs.
    void reserve(std::size_t outputs) { samples_.reserve(outputs); }
    /// Adds one output; to be called for each output of the replay.
    void watch(const Output& output);
    /// The figures of the outputs so far.
    std::vector<Finding> findings() const;

  private:
    Scenario scenario_;
    VehicleParams vehicle_;
    std::vector<ManoeuvreSample> samples_;
};

}  // namespace plant
