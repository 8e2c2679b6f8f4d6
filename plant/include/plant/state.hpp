// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

/// The vehicle simulator: no clock, no thread, no socket; the caller's tick() is its only time.
///
/// Conventions everywhere: SI units, angles in radians, world frame ENU (x east, y north, z up),
/// body frame ISO 8855 (x forward, y left, z up), wheels in the order FL, FR, RL, RR,
/// positive steering turns left, angles roll, pitch, yaw in the order ZYX.
namespace plant {

/// Simulated time: a count of int64 nanoseconds since the last reset.
using SimDuration = std::chrono::duration<std::int64_t, std::nano>;

constexpr double gravity_mps2 = 9.80665;

constexpr std::size_t front_left = 0;
constexpr std::size_t front_right = 1;
constexpr std::size_t rear_left = 2;
constexpr std::size_t rear_right = 3;

/// One value per wheel: FL, FR, RL, RR.
using PerWheel = std::array<double, 4>;

/// Where the vehicle is and how it moves. A model leaves what it does not know at zero.
struct State {
    Eigen::Vector3d position_m{0.0, 0.0, 0.0};  ///< centre of gravity, world frame
    double roll_rad = 0.0;                      ///< positive: left side up
    double pitch_rad = 0.0;                     ///< positive: nose down
    double yaw_rad = 0.0;                       ///< in (-pi, pi], zero faces east
    /// Forward and to the left along the road, away from it: the body's frame without its lean.
    Eigen::Vector3d velocity_mps{0.0, 0.0, 0.0};
    Eigen::Vector3d angular_velocity_radps{0.0, 0.0, 0.0};  ///< roll, pitch, yaw in the same frame
    PerWheel wheel_spin_radps{};                            ///< positive rolls forward
    PerWheel suspension_compression_m{};                    ///< from static rest
    PerWheel suspension_velocity_mps{};                     ///< positive compresses
};

enum class Gear : int { reverse = -1, neutral = 0, drive = 1 };

/// What an actuation model is sent instead of pedals and a road wheel angle: rows of its accel and
/// brake maps (m/s2 where those are not converted); steering in the model's own unit: rad at the
/// tyre, row of the steer map, or rad at the hand wheel.
struct Actuation {
    double accel = 0.0;
    double brake = 0.0;
    double steer = 0.0;
};

/// What an actuation model reports, in the units of Actuation.
struct ActuationStatus {
    double accel = 0.0;
    double brake = 0.0;
    double steer = 0.0;
};

/// What a driver or a controller asks for (pedals and road wheel, the specification's CmdL4).
/// An actuation model takes `actuation`, gear and handbrake; the others ignore `actuation`.
/// A model with four wheels takes a torque on each wheel as well, in the place of both pedals.
struct Command {
    double steer_rad = 0.0;  ///< mean angle of the front road wheels, positive left
    double throttle = 0.0;   ///< 0..1
    double brake = 0.0;      ///< 0..1
    Gear gear = Gear::drive;
    bool handbrake = false;
    Actuation actuation{};
    std::optional<PerWheel> wheel_torque_nm{};  ///< positive drives forwards, whatever gear
};

/// What is so after a tick, whatever sensors show of it.
struct Truth {
    State state;
    SimDuration sim_time{0};

    double ax_mps2 = 0.0;  ///< acceleration of the centre of gravity, forward along the road
    double ay_mps2 = 0.0;  ///< to the left, along the road
    double az_mps2 = 0.0;  ///< away from the road
    Eigen::Vector3d road_normal{0.0, 0.0, 1.0};  ///< below the vehicle, world frame
    PerWheel wheel_load_n{};                     ///< vertical tyre force
    PerWheel tyre_force_x_n{};                   ///< body frame, forward
    PerWheel tyre_force_y_n{};                   ///< body frame, left
    /// (R * spin - vx) / |vx|, positive drives; below 0.15 m/s as at 0.15 m/s.
    PerWheel slip_ratio{};
    /// atan2(vy, |vx|) of the wheel, with the same limit; negative in a left turn.
    PerWheel slip_angle_rad{};
    /// Those that the tyre's force comes from: they follow the ones above along the relaxation
    /// lengths.
    PerWheel relaxed_slip_ratio{};
    PerWheel relaxed_slip_angle_rad{};
    PerWheel friction{};                ///< of the road under the wheel
    PerWheel peak_friction{};           ///< largest |F| / load the tyre can reach here
    PerWheel slip_ratio_at_peak{};      ///< slip ratio of the largest longitudinal force
    PerWheel slip_angle_at_peak_rad{};  ///< slip angle of the largest lateral force
    double rack_torque_nm = 0.0;        ///< aligning torque felt at the hand wheel
    double steer_applied_rad = 0.0;     ///< after the actuator, mean of the front wheels
    double throttle_applied = 0.0;      ///< after the actuator, 0..1
    double brake_applied = 0.0;         ///< after the actuator, 0..1
    double wheel_radius_m = 0.0;
    ActuationStatus actuation_status;  ///< of an actuation model, otherwise zero
};

}  // namespace plant
