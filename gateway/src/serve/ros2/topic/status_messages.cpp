// SPDX-License-Identifier: MIT
#include "status_messages.hpp"

#include <cmath>

namespace gateway::ros2 {
namespace {

/// The unit vector along the road, in the direction of the yaw angle.
Eigen::Vector3d heading_of(const Feedback& feedback) {
    const double yaw_rad = feedback.state.yaw_rad;
    const Eigen::Vector3d level(std::cos(yaw_rad), std::sin(yaw_rad), 0);
    return (level - level.dot(feedback.road_normal) * feedback.road_normal).normalized();
}

}  // namespace

BaseMotion motion_of(const Feedback& feedback, const BaseLink& base) {
    const plant::State& state = feedback.state;
    const Eigen::Vector3d place = state.position_m - base.behind_m * heading_of(feedback) -
                                  base.below_m * feedback.road_normal;
    BaseMotion motion;
    motion.pose.position = {place.x(), place.y(), place.z()};
    motion.pose.orientation = quaternion_of(state);
    motion.twist.linear = vector_of(state.velocity_mps);
    motion.twist.linear.y -= base.behind_m * state.angular_velocity_radps.z();
    motion.twist.angular = vector_of(state.angular_velocity_radps);
    motion.accel.linear = {feedback.ax_mps2, feedback.ay_mps2, feedback.az_mps2};
    return motion;
}

std::uint8_t mode_code(DrivingMode mode) noexcept {
    switch (mode) {
        case DrivingMode::manual:
            return 4;
        case DrivingMode::disengaged:
            return 5;
        case DrivingMode::not_ready:
            return 6;
        case DrivingMode::autonomous:
        case DrivingMode::no_command:
            break;
    }
    return 1;
}

std::uint8_t indicator_code(Blinker blinker) noexcept {
    if (blinker == Blinker::left) return 2;
    return blinker == Blinker::right ? 3 : 1;
}

std::uint8_t hazard_code(Blinker blinker) noexcept {
    return blinker == Blinker::hazard ? 2 : 1;
}

}  // namespace gateway::ros2
