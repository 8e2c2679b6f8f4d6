// SPDX-License-Identifier: MIT
#include "scenario/figures.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

/// The body as a rectangle between rear and front axle.
struct Body {
    double front_m, rear_m, half_m;

    /// A point on the ground in the axes of the body.
    static std::pair<double, double> seen_from(const ManoeuvreSample& s, double x_m, double y_m) {
        const double dx = x_m - s.x_m, dy = y_m - s.y_m;
        return {dx * std::cos(s.yaw_rad) + dy * std::sin(s.yaw_rad),
                dy * std::cos(s.yaw_rad) - dx * std::sin(s.yaw_rad)};
    }

    bool covers(const ManoeuvreSample& s, const Cone& cone) const {
        const auto [along, across] = seen_from(s, cone.x_m, cone.y_m);
        return along >= rear_m && along <= front_m && std::abs(across) <= half_m;
    }

    /// Largest distance of its corners from the lane, for corners beside the lane.
    double out_of(const Lane& lane, const ManoeuvreSample& s) const {
        double most = -1e9;
        for (const double along : {front_m, rear_m}) {
            for (const double across : {half_m, -half_m}) {
                const double c = std::cos(s.yaw_rad), n = std::sin(s.yaw_rad);
                const double x = s.x_m + along * c - across * n;
                const double y = s.y_m + along * n + across * c;
                if (x < lane.start_m || x > lane.end_m) continue;
                most = std::max({most, y - lane.left_m, lane.right_m - y});
            }
        }
        return most;
    }
};

Body body_of(const ManoeuvreRun& run) {
    const BodyParams& body = run.vehicle.body;
    return {body.cg_to_front_axle_m, body.cg_to_front_axle_m - body.wheelbase_m,
            0.5 * run.scenario.course.vehicle_width_m};
}

}  // namespace

std::vector<Cone> course_cones(const Course& course) {
    constexpr double apart_m = 3.0;
    std::vector<Cone> cones;
    for (const Lane& lane : course_lanes(course)) {
        const double length_m = lane.end_m - lane.start_m;
        const auto gaps = static_cast<int>(std::ceil(length_m / apart_m));
        for (int i = 0; i <= gaps; ++i)
            for (const double y_m : {lane.right_m, lane.left_m})
                cones.push_back({lane.start_m + length_m * i / gaps, y_m});
    }
    return cones;
}

void add_course_figures(const ManoeuvreRun& run, std::vector<Finding>& to) {
    const Body body = body_of(run);
    double lanes_left = 0.0, worst = -1e9;
    for (const Lane& lane : course_lanes(run.scenario.course)) {
        double most = -1e9;
        for (const ManoeuvreSample& s : run.samples) most = std::max(most, body.out_of(lane, s));
        lanes_left += most > 0.0 ? 1.0 : 0.0;
        worst = std::max(worst, most);
    }
    double hit = 0.0;
    for (const Cone& cone : course_cones(run.scenario.course))
        hit += std::any_of(run.samples.begin(), run.samples.end(),
                           [&](const ManoeuvreSample& s) { return body.covers(s, cone); })
                   ? 1.0
                   : 0.0;
    to.push_back({"cones hit", hit, ""});
    to.push_back({"lanes with cones hit", lanes_left, ""});
    to.push_back({"smallest distance to the cones", -worst, "m"});
    to.push_back({"speed at the start", 3.6 * run.samples.front().vx_mps, "km/h"});
    to.push_back(
        {"speed lost", 3.6 * (run.samples.front().vx_mps - run.samples.back().vx_mps), "km/h"});
}

}  // namespace plant
