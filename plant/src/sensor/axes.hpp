// SPDX-License-Identifier: MIT
#pragma once

#include <plant/state.hpp>
#include "dynamics/attitude.hpp"

#include <Eigen/Geometry>

namespace plant {

/// Rotation from the axes of the body, with its roll and pitch, to the world; angles in ZYX order.
inline Eigen::Matrix3d body_to_world(double roll_rad, double pitch_rad, double yaw_rad) {
    return (Eigen::AngleAxisd(yaw_rad, Eigen::Vector3d::UnitZ()) *
            Eigen::AngleAxisd(pitch_rad, Eigen::Vector3d::UnitY()) *
            Eigen::AngleAxisd(roll_rad, Eigen::Vector3d::UnitX()))
        .toRotationMatrix();
}

/// Rotation from the axes of a road with this normal, below a body with heading `yaw_rad`, to the
/// world.
inline Eigen::Matrix3d road_to_world(double yaw_rad, const Eigen::Vector3d& normal) {
    const RoadAxes axes = road_axes(yaw_rad, normal);
    Eigen::Matrix3d columns;
    columns << axes.forward, axes.left, normal;
    return columns;
}

}  // namespace plant
