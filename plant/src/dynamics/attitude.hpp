// SPDX-License-Identifier: MIT
#pragma once

#include <plant/ground.hpp>
#include <plant/state.hpp>
#include <plant/vehicle_params.hpp>

namespace plant {

/// The plane through the four contacts.
struct RoadPlane {
    double origin_m = 0.0;  ///< height at the origin of the world frame
    Eigen::Vector3d normal{0.0, 0.0, 1.0};

    double height_m(double x_m, double y_m) const {
        return origin_m - (normal.x() * x_m + normal.y() * y_m) / normal.z();
    }
};

struct Attitude {
    double roll_rad = 0.0;
    double pitch_rad = 0.0;
};

/// Unit vectors in the plane of the road, world frame.
struct RoadAxes {
    Eigen::Vector3d forward;
    Eigen::Vector3d left;
};

/// The axes of a body with heading `yaw_rad` on a plane with this normal.
RoadAxes road_axes(double yaw_rad, const Eigen::Vector3d& normal);
Attitude road_attitude(double yaw_rad, const Eigen::Vector3d& normal);

Eigen::Vector3d mean_normal(const Contacts& contacts);

/// The plane with the mean normal through the centre of the contacts, of a vehicle whose centre of
/// gravity is at (x, y).
RoadPlane road_plane(const Contacts& contacts, const BodyParams& body, double x_m, double y_m,
                     double yaw_rad);

/// The state after `duration`, extrapolated with constant speeds.
State moved_straight_on(const State& state, SimDuration duration);

/// The same angle in (-pi, pi].
double wrapped(double angle_rad);

}  // namespace plant
