// SPDX-License-Identifier: MIT
#include "derived_motion.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace gateway {
namespace {

/// A slower vehicle has no direction of motion.
constexpr double least_speed_mps = 0.1;

/// In [-pi, pi].
double wrapped(double angle_rad) {
    return std::remainder(angle_rad, 2 * plant::pi);
}

bool has_output(const FmuMap& map, const std::string& name) {
    return std::any_of(map.outputs.begin(), map.outputs.end(), [&](const FmuMapped& mapped) {
        return fmu_outputs()[mapped.signal].name == name;
    });
}

constexpr const char* spins[] = {"wheel_spin_fl_radps", "wheel_spin_fr_radps",
                                 "wheel_spin_rl_radps", "wheel_spin_rr_radps"};

}  // namespace

DerivedMotion::DerivedMotion(const FmuMap& map)
    : has_position_(has_output(map, "x_m") && has_output(map, "y_m")),
      has_yaw_(has_output(map, "yaw_rad")),
      has_yaw_rate_(has_output(map, "yaw_rate_radps")),
      has_vx_(has_output(map, "vx_mps")),
      has_vy_(has_output(map, "vy_mps")),
      has_ax_(has_output(map, "ax_mps2")),
      has_ay_(has_output(map, "ay_mps2")),
      has_radius_(has_output(map, "wheel_radius_m")) {
    for (std::size_t wheel = 0; wheel < 4; ++wheel)
        has_spin_[wheel] = has_output(map, spins[wheel]);
}

void DerivedMotion::begin(Feedback& seen) noexcept {
    derive_wheels(seen);
    last_ = seen.state;
}

void DerivedMotion::update(Feedback& seen, double dt_s) noexcept {
    plant::State& now = seen.state;
    if (!has_yaw_) derive_yaw(now, dt_s);
    if (!has_yaw_rate_)
        now.angular_velocity_radps.z() = wrapped(now.yaw_rad - last_.yaw_rad) / dt_s;
    if (has_position_) derive_velocity(now, dt_s);
    if (!has_position_) integrate_position(now, dt_s);
    derive_acceleration(seen, dt_s);
    derive_wheels(seen);
    last_ = now;
}

/// From the yaw rate; without one, the direction in which the vehicle has moved.
void DerivedMotion::derive_yaw(plant::State& now, double dt_s) const noexcept {
    if (has_yaw_rate_) {
        now.yaw_rad =
            wrapped(last_.yaw_rad +
                    dt_s / 2 * (last_.angular_velocity_radps.z() + now.angular_velocity_radps.z()));
        return;
    }
    const Eigen::Vector2d moved = (now.position_m - last_.position_m).head<2>();
    const bool is_moving = moved.norm() / dt_s >= least_speed_mps;
    now.yaw_rad = is_moving ? std::atan2(moved.y(), moved.x()) : last_.yaw_rad;
}

void DerivedMotion::derive_velocity(plant::State& now, double dt_s) const noexcept {
    const Eigen::Vector2d velocity = (now.position_m - last_.position_m).head<2>() / dt_s;
    const double c = std::cos(now.yaw_rad), s = std::sin(now.yaw_rad);
    if (!has_vx_) now.velocity_mps.x() = c * velocity.x() + s * velocity.y();
    if (!has_vy_) now.velocity_mps.y() = c * velocity.y() - s * velocity.x();
}

void DerivedMotion::integrate_position(plant::State& now, double dt_s) const noexcept {
    const double yaw_rad = last_.yaw_rad + wrapped(now.yaw_rad - last_.yaw_rad) / 2;
    const Eigen::Vector2d v = (last_.velocity_mps + now.velocity_mps).head<2>() / 2;
    const double c = std::cos(yaw_rad), s = std::sin(yaw_rad);
    now.position_m.x() = last_.position_m.x() + dt_s * (c * v.x() - s * v.y());
    now.position_m.y() = last_.position_m.y() + dt_s * (s * v.x() + c * v.y());
}

/// In the turning frame of the vehicle.
void DerivedMotion::derive_acceleration(Feedback& seen, double dt_s) const noexcept {
    const plant::State& now = seen.state;
    const Eigen::Vector3d change = (now.velocity_mps - last_.velocity_mps) / dt_s;
    const double rate = now.angular_velocity_radps.z();
    if (!has_ax_) seen.ax_mps2 = change.x() - rate * now.velocity_mps.y();
    if (!has_ay_) seen.ay_mps2 = change.y() + rate * now.velocity_mps.x();
}

/// The wheels roll without slip.
void DerivedMotion::derive_wheels(Feedback& seen) const noexcept {
    if (!has_radius_ || !(seen.wheel_radius_m > 0)) return;
    for (std::size_t wheel = 0; wheel < 4; ++wheel)
        if (!has_spin_[wheel])
            seen.state.wheel_spin_radps[wheel] = seen.state.velocity_mps.x() / seen.wheel_radius_m;
}

std::vector<std::string> replaced_outputs(const FmuMap& map) {
    const auto has = [&](const char* name) { return has_output(map, name); };
    const bool has_position = has("x_m") && has("y_m");
    std::vector<std::string> notes;
    const auto note = [&](const std::string& text) { notes.push_back(text); };
    if (!has_position) note("x_m, y_m: integrated from the velocity, since the FMU has none");
    if (!has("yaw_rad"))
        note(has("yaw_rate_radps") ? "yaw_rad: integrated from yaw_rate_radps"
                                   : "yaw_rad: the direction of motion, also backwards");
    if (!has("vx_mps")) note("vx_mps: from the positions");
    if (!has("vy_mps")) note(has_position ? "vy_mps: from the positions" : "vy_mps: is 0");
    if (!has("yaw_rate_radps")) note("yaw_rate_radps: from yaw_rad");
    if (!has("ax_mps2")) note("ax_mps2: from the velocity");
    if (!has("ay_mps2")) note("ay_mps2: from the velocity and yaw_rate_radps");
    const bool has_spins = std::all_of(std::begin(spins), std::end(spins), has);
    if (!has_spins)
        note(has("wheel_radius_m")
                 ? "wheel_spin: from vx_mps and wheel_radius_m, without slip"
                 : "wheel_spin: absent, is 0; it follows from wheel_radius_m if that is mapped");
    for (const char* applied : {"steer_applied_rad", "throttle_applied", "brake_applied"})
        if (!has(applied)) note(std::string(applied) + ": the command");
    std::string absent;
    for (const char* name : {"z_m", "roll_rad", "pitch_rad", "wheel_load_fl_n", "slip_ratio_fl"})
        if (!has(name)) absent += (absent.empty() ? "" : ", ") + std::string(name);
    if (!absent.empty()) note("absent, are 0: " + absent);
    return notes;
}

}  // namespace gateway
