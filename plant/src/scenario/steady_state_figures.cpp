// SPDX-License-Identifier: MIT
#include "scenario/figures.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

constexpr double lowest_mps2 = 1.0, highest_mps2 = 4.0;  ///< range for the gradients

/// Line fit by least squares.
class Line {
  public:
    void add(double x, double y) {
        n_ += 1.0;
        x_ += x;
        y_ += y;
        xx_ += x * x;
        xy_ += x * y;
    }
    bool is_known() const { return n_ >= 10.0; }
    double slope() const { return (n_ * xy_ - x_ * y_) / (n_ * xx_ - x_ * x_); }

  private:
    double n_ = 0.0, x_ = 0.0, y_ = 0.0, xx_ = 0.0, xy_ = 0.0;
};

/// In a steady turn the lateral acceleration is that of the circle. A car that loses grip passes
/// through the same accelerations again while it stops; these samples, and those of a car that
/// starts to turn, must not be used.
bool is_steady(const ManoeuvreSample& s) {
    constexpr double slack_mps2 = 0.5;
    return std::abs(s.yaw_rate_radps * s.vx_mps - s.ay_mps2) < slack_mps2;
}

/// Gradients over lateral acceleration.
struct Gradients {
    Line extra, steer, sideslip, roll;

    void add(const ManoeuvreSample& s, double turn, double wheelbase_m) {
        const double ay = turn * s.yaw_rate_radps * s.vx_mps;
        if (ay < lowest_mps2 || ay > highest_mps2) return;
        const double geometric = wheelbase_m * s.yaw_rate_radps / s.vx_mps;
        extra.add(ay, turn * (s.steer_rad - geometric));
        steer.add(ay, turn * s.steer_rad);
        sideslip.add(ay, turn * std::atan2(s.vy_mps, s.vx_mps));
        roll.add(ay, turn * s.roll_rad);
    }
};

/// The speed of the largest yaw rate gain of an understeering car, or the speed above which an
/// oversteering one is unstable.
Finding speed_of(double understeer, double wheelbase_m) {
    return {understeer > 0.0 ? "characteristic speed" : "critical speed",
            3.6 * std::sqrt(wheelbase_m / std::abs(understeer)), "km/h"};
}

}  // namespace

void add_steady_state_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    const double wheelbase_m = run.vehicle.body.wheelbase_m;
    Gradients found;
    double limit_mps2 = 0.0;
    for (const ManoeuvreSample& s : run.samples) {
        if (!is_steady(s) && found.extra.is_known()) break;
        limit_mps2 = std::max(limit_mps2, run.turn() * s.ay_mps2);
        found.add(s, run.turn(), wheelbase_m);
    }
    to.push_back({"lateral acceleration at the limit", limit_mps2, "m/s2"});
    if (!found.extra.is_known()) return;
    const double understeer = found.extra.slope();
    to.push_back({"understeer gradient", 1e3 * understeer * gravity_mps2, "mrad/g"});
    to.push_back(speed_of(understeer, wheelbase_m));
    const double per_g = deg_per_rad * gravity_mps2;
    to.push_back({"hand wheel angle gradient",
                  run.vehicle.steering.ratio * found.steer.slope() * per_g, "deg/g"});
    to.push_back({"sideslip angle gradient", found.sideslip.slope() * per_g, "deg/g"});
    to.push_back({"roll angle gradient", found.roll.slope() * per_g, "deg/g"});
}

}  // namespace plant
