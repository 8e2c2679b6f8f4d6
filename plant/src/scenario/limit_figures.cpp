// SPDX-License-Identifier: MIT
#include "scenario/figures.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace plant {

void add_tip_up_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    double roll = 0.0, lifted_s = 0.0, lightest_n = 1e9;
    for (std::size_t i = 0; i < run.samples.size(); ++i) {
        const ManoeuvreSample& s = run.samples[i];
        roll = std::max(roll, std::abs(s.roll_rad));
        lightest_n = std::min(lightest_n, s.lighter_side_n);
        if (i > 0 && s.lighter_side_n <= 0.0) lifted_s += s.t_s - run.samples[i - 1].t_s;
    }
    to.push_back({"largest roll angle", roll * deg_per_rad, "deg"});
    to.push_back({"smallest load of the wheels of a side", lightest_n, "N"});
    to.push_back({"time with both wheels of a side lifted", lifted_s, "s"});
}

namespace {

/// Distance along the path until the speed is `speed_mps`.
double distance_until_m(const ManoeuvreRun& run, double speed_mps) {
    double way_m = 0.0;
    for (std::size_t i = 1; i < run.samples.size() && run.samples[i].vx_mps > speed_mps; ++i) {
        const ManoeuvreSample &before = run.samples[i - 1], &s = run.samples[i];
        way_m += std::hypot(s.x_m - before.x_m, s.y_m - before.y_m);
    }
    return way_m;
}

}  // namespace

void add_braking_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    const auto stopped = std::find_if(
        run.samples.begin(), run.samples.end(),
        [](const ManoeuvreSample& s) { return std::abs(s.vx_mps) < 0.01 && s.t_s > 0.0; });
    const ManoeuvreSample& start = run.samples.front();
    if (stopped == run.samples.end() || start.vx_mps <= 1.0) return;
    const double dx = stopped->x_m - start.x_m, dy = stopped->y_m - start.y_m;
    to.push_back({"stopping distance", std::hypot(dx, dy), "m"});
    to.push_back({"stopping time", stopped->t_s, "s"});
    const double from = 0.8 * start.vx_mps, until = 0.1 * start.vx_mps;
    to.push_back({"mean fully developed deceleration",
                  (from * from - until * until) /
                      (2.0 * (distance_until_m(run, until) - distance_until_m(run, from))),
                  "m/s2"});
    double steer = 0.0;
    for (const ManoeuvreSample& s : run.samples) steer = std::max(steer, std::abs(s.steer_rad));
    to.push_back(
        {"largest hand wheel angle", run.vehicle.steering.ratio * steer * deg_per_rad, "deg"});
    to.push_back({"sideways at the stop", dy, "m"});
    to.push_back({"turned at the stop", stopped->yaw_rad * deg_per_rad, "deg"});
}

}  // namespace plant
