// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>

namespace plant {

/// The plane that the four contacts share.
struct MeanRoad {
    double height_m = 0.0;
    Eigen::Vector3d normal{0.0, 0.0, 1.0};
};

struct Attitude {
    double roll_rad = 0.0;
    double pitch_rad = 0.0;
};

/// Of a body that faces `yaw_rad` and lies on the plane with this normal.
Attitude road_attitude(double yaw_rad, const Eigen::Vector3d& normal);

MeanRoad mean_road(const Contacts& contacts);

/// The same angle in (-pi, pi].
double wrapped(double angle_rad);

}  // namespace plant
