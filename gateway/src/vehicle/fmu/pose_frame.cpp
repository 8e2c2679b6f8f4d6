// SPDX-License-Identifier: MIT
#include "pose_frame.hpp"

#include <plant/angle.hpp>

#include <cmath>

namespace gateway {
namespace {

constexpr double same_m = 1e-9;
constexpr double same_rad = 1e-12;

}  // namespace

PoseFrame::PoseFrame(const PlanarPose& from, const PlanarPose& to) noexcept
    : is_identity_(std::abs(to.x_m - from.x_m) < same_m && std::abs(to.y_m - from.y_m) < same_m &&
                   std::abs(to.yaw_rad - from.yaw_rad) < same_rad),
      from_(from),
      to_(to) {}

void PoseFrame::apply(plant::State& state) const noexcept {
    if (is_identity_) return;
    const double turned_rad = to_.yaw_rad - from_.yaw_rad;
    const double c = std::cos(turned_rad), s = std::sin(turned_rad);
    const double x_m = state.position_m.x() - from_.x_m, y_m = state.position_m.y() - from_.y_m;
    state.position_m.x() = to_.x_m + c * x_m - s * y_m;
    state.position_m.y() = to_.y_m + s * x_m + c * y_m;
    state.yaw_rad = std::remainder(state.yaw_rad + turned_rad, 2 * plant::pi);
}

void move_to_centre(Feedback& seen, double ahead_m, double yaw_acceleration_radps2) noexcept {
    if (!(std::abs(ahead_m) > 0)) return;
    plant::State& state = seen.state;
    const double rate = state.angular_velocity_radps.z();
    state.position_m.x() -= ahead_m * std::cos(state.yaw_rad);
    state.position_m.y() -= ahead_m * std::sin(state.yaw_rad);
    state.velocity_mps.y() -= rate * ahead_m;
    seen.ax_mps2 += rate * rate * ahead_m;
    seen.ay_mps2 -= yaw_acceleration_radps2 * ahead_m;
}

}  // namespace gateway
