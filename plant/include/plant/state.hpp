// SPDX-License-Identifier: MIT
#pragma once

#include <Eigen/Core>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

/// The vehicle simulator. It has no clock, thread or socket: only the caller's tick() advances
/// time.
///
/// Conventions: SI units, angles in radians, world frame ENU (x east, y north, z up),
/// body frame ISO 8855 (x forward, y left, z up), wheels in the order FL, FR, RL, RR,
/// positive steering turns left, angles roll, pitch, yaw in the order ZYX.
namespace plant {

/// Simulated time: a count of int64 nanoseconds since the last reset.
using SimDuration = std::chrono::duration<std::int64_t, std::nano>;

/// Standard gravity.
constexpr double gravity_mps2 = 9.80665;

/// @name Indices in PerWheel and Contacts
/// @{
constexpr std::size_t front_left = 0;
constexpr std::size_t front_right = 1;
constexpr std::size_t rear_left = 2;
constexpr std::size_t rear_right = 3;
/// @}

/// One value per wheel: FL, FR, RL, RR.
using PerWheel = std::array<double, 4>;

/// Pose and motion of the vehicle. Values that a model does not calculate are zero.
struct State {
    Eigen::Vector3d position_m{0.0, 0.0, 0.0};  ///< centre of gravity, world frame
    double roll_rad = 0.0;                      ///< positive: left side up
    double pitch_rad = 0.0;                     ///< positive: nose down
    double yaw_rad = 0.0;                       ///< in (-pi, pi], zero faces east
    /// In the frame of the road: forward, left, and normal to the road.
    Eigen::Vector3d velocity_mps{0.0, 0.0, 0.0};
    Eigen::Vector3d angular_velocity_radps{0.0, 0.0, 0.0};  ///< of roll, pitch, yaw, same frame
    PerWheel wheel_spin_radps{};                            ///< positive rolls forward
    PerWheel suspension_compression_m{};                    ///< relative to static equilibrium
    PerWheel suspension_velocity_mps{};                     ///< positive in compression
};

/// Selected direction of the drive.
enum class Gear : int { reverse = -1, neutral = 0, drive = 1 };

/// The command of an actuation model, in place of pedals and road-wheel angle. accel and brake: row
/// labels of the maps (m/s2 if those are not converted). steer, by model: tyre angle in rad, row
/// label of the steer map, or steering wheel angle in rad.
struct Actuation {
    double accel = 0.0;  ///< throttle, or acceleration
    double brake = 0.0;  ///< brake pedal, or acceleration
    double steer = 0.0;  ///< positive left
};

/// The feedback of an actuation model, in the units of Actuation.
struct ActuationStatus {
    double accel = 0.0;  ///< throttle that gives the present acceleration
    double brake = 0.0;  ///< brake that gives the present acceleration
    double steer = 0.0;  ///< present angle, or delayed row label; 0 with the reference behaviour
};

/// The command of a driver or controller: pedals and road-wheel angle (CmdL4 of the specification).
/// An actuation model uses `actuation`, gear and handbrake; other models ignore `actuation`.
/// A model with four wheels also accepts a torque per wheel, which replaces both pedals.
struct Command {
    double steer_rad = 0.0;   ///< mean angle of the front road wheels, positive left
    double throttle = 0.0;    ///< 0..1
    double brake = 0.0;       ///< 0..1
    Gear gear = Gear::drive;  ///< direction of the throttle
    bool handbrake = false;   ///< brakes the rear wheels
    Actuation actuation{};    ///< for an actuation model
    std::optional<PerWheel> wheel_torque_nm{};  ///< positive drives forward in every gear
    bool abs_off = false;       ///< switches anti-lock brakes off, if the car has them
    bool traction_off = false;  ///< switches traction control off
    bool esc_off = false;       ///< switches stability control off
};

/// The state and forces after a tick, without sensor errors.
struct Truth {
    State state;              ///< pose and motion
    SimDuration sim_time{0};  ///< since the last reset

    double ax_mps2 = 0.0;  ///< acceleration of the centre of gravity, forward along the road
    double ay_mps2 = 0.0;  ///< to the left, along the road
    double az_mps2 = 0.0;  ///< normal to the road
    Eigen::Vector3d road_normal{0.0, 0.0, 1.0};  ///< below the vehicle, world frame
    PerWheel wheel_load_n{};                     ///< vertical tyre force
    PerWheel tyre_force_x_n{};                   ///< body frame, forward
    PerWheel tyre_force_y_n{};                   ///< body frame, left
    /// (R * spin - vx) / |vx|, positive when driving; below 0.15 m/s calculated as at 0.15 m/s.
    PerWheel slip_ratio{};
    /// atan2(vy, |vx|) of the wheel, with the same lower limit; negative in a left turn.
    PerWheel slip_angle_rad{};
    /// The slips that determine the tyre force: they follow those above with a lag, the relaxation
    /// length.
    PerWheel relaxed_slip_ratio{};
    PerWheel relaxed_slip_angle_rad{};  ///< as relaxed_slip_ratio
    PerWheel friction{};                ///< of the road under the wheel
    PerWheel peak_friction{};           ///< largest |F| / load of the tyre here
    PerWheel slip_ratio_at_peak{};      ///< at the largest longitudinal force
    PerWheel slip_angle_at_peak_rad{};  ///< at the largest lateral force
    double rack_torque_nm = 0.0;        ///< aligning torque at the steering wheel
    double steer_applied_rad = 0.0;     ///< after the actuator, mean of the front wheels
    double throttle_applied = 0.0;      ///< after the actuator, traction control and ESC, 0..1
    double brake_applied = 0.0;         ///< after the actuator, 0..1
    PerWheel brake_torque_nm{};         ///< of service brake and handbrake, at least 0
    PerWheel abs_active{};              ///< 1: anti-lock brakes control this wheel, else 0
    double traction_active = 0.0;       ///< 1: traction control reduces the throttle or brakes
    double esc_active = 0.0;            ///< 1: stability control brakes
    double wheel_radius_m = 0.0;        ///< the parameter WheelParams::radius_m
    ActuationStatus actuation_status;   ///< of an actuation model, else zero
};

}  // namespace plant
