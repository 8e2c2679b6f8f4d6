// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>
#include "dynamics/attitude.hpp"

#include <Eigen/Geometry>

namespace plant {

/// Cycles the axes of a body that leans into the world's, for angles in the order ZYX.
inline Eigen::Matrix3d body_to_world(double roll_rad, double pitch_rad, double yaw_rad) {
    return (Eigen::AngleAxisd(yaw_rad, Eigen::Vector3d::UnitZ()) *
            Eigen::AngleAxisd(pitch_rad, Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(roll_rad, Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
}

/// Cycles the axes of a road with this normal, below a body that faces `yaw_rad`, into the world's.
inline Eigen::Matrix3d road_to_world(double yaw_rad, const Eigen::Vector3d& normal) {
    const RoadAxes axes = road_axes(yaw_rad, normal);
    Eigen::Matrix3d columns;
    columns << axes.forward, axes.left, normal;
    return columns;
}

}  // namespace plant
