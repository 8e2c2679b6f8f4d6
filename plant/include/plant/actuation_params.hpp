// SPDX-License-Identifier: MIT
#pragma once

#include <plant/calibration_map.hpp>
#include <plant/model.hpp>

#include <filesystem>

namespace plant {

/// Behaviour of an actuation model. docs/reference/plant/actuation.md lists the differences.
enum class Compatibility {
    corrected,  ///< as the specification requires
    reference,  ///< the numbers of the public models, including their errors
};

/// Dead time and first-order lag of one actuator. A time constant below 0.03 s counts as 0.03 s.
struct LagParams {
    double delay_s = 0.1;          ///< dead time, at least 0
    double time_constant_s = 0.1;  ///< of the lag
};

/// Variable gear ratio: steering wheel angle / tyre angle =
/// a + b v^2 - c |steering wheel angle|, with the speed v.
struct GearRatioParams {
    double a = 15.713;
    double b_s2_per_m2 = 0.053;
    double c_per_rad = 0.042;
};

/// Power steering. The requested torque T and the speed V = |v| give the torque
/// a T^3 + b T^2 + c T + d V^3 + e V^2 + f V + g T V + h.
struct PowerSteeringParams {
    double a = 0.15251276182076065;
    double b = -0.17301900674117585;
    double c = 1.5896528355739639;
    double d = 0.002300899817071436;
    double e = -0.0418928856764797;
    double f = 0.18449047960081838;
    double g = -0.06320887302605509;
    double h = 0.18696796150634806;
};

/// Steering of actuation_cmd_mechanical: a servo with PID and feed-forward, power steering, torque
/// delay, and the wheel with I omega' = T - D omega - K theta - F sign(omega). The authors of the
/// public model identified the defaults on a vehicle; torques are in the unit of that
/// identification.
struct MechanicalParams {
    double kp = 386.9151820510161;                       ///< torque per rad
    double ki = 5.460970982628869;                       ///< torque per rad s
    double kd = 0.03550834077602694;                     ///< torque per rad/s
    double ff_gain = 0.03051963576179274;                ///< torque per rad of the target angle
    double angle_limit_rad = 10.0;                       ///< of the steering wheel
    double rate_limit_radps = 3.0;                       ///< of the steering wheel
    double dead_zone_threshold = 0.00708241866710033;    ///< torque
    PowerSteeringParams poly;                            ///< power steering
    double inertia = 25.17844747941984;                  ///< I, torque per rad/s2
    double damping = 117.00653795106054;                 ///< D, torque per rad/s
    double stiffness = 0.17526182368541224;              ///< K, torque per rad
    double friction = 0.6596571248682918;                ///< F, torque
    double steering_torque_limit = 30.0;                 ///< of the torque after the power steering
    double torque_delay_time_s = 0.0007641271506616108;  ///< dead time of that torque
};

/// State of the middle of the rear axle (base_link), in the world frame.
struct ActuationState {
    double x_m = 0.0;        ///< east
    double y_m = 0.0;        ///< north
    double yaw_rad = 0.0;    ///< not wrapped
    double vx_mps = 0.0;     ///< along the vehicle, negative backwards
    double steer_rad = 0.0;  ///< tyre angle, without bias
    double ax_mps2 = 0.0;    ///< along the vehicle, after the lag
};

/// Parameters of the four actuation models. Their keys are the names of the public model.
/// Source: public simple_planning_simulator, release 0.43.
struct ActuationParams {
    Compatibility compatibility = Compatibility::corrected;  ///< of the model's behaviour
    double nominal_step_s = 0.025;  ///< sets the queue lengths of the reference behaviour
    double wheel_base_m = 2.74;
    double vel_lim_mps = 50.0;          ///< limit of the speed
    double vel_rate_lim_mps2 = 7.0;     ///< limit of the acceleration
    double steer_lim_rad = 1.0;         ///< limit of the tyre angle
    double steer_rate_lim_radps = 5.0;  ///< limit of the rate of the tyre angle
    LagParams accel;                    ///< of the throttle
    LagParams brake;                    ///< of the brake
    LagParams steer{0.24, 0.27};        ///< of the steering
    double steer_bias_rad = 0.0;        ///< reported angle minus true angle
    bool convert_accel_cmd = true;      ///< accel is a row label of the accel map; otherwise m/s2
    bool convert_brake_cmd = true;      ///< brake is a row label of the brake map; otherwise m/s2
    CalibrationMap accel_map = default_accel_map();  ///< key accel_map_path; the others likewise
    CalibrationMap brake_map = default_brake_map();
    CalibrationMap steer_map = default_steer_map();
    GearRatioParams vgr;          ///< actuation_cmd_vgr
    MechanicalParams mechanical;  ///< actuation_cmd_mechanical
    /// If false, steer_applied_rad is calculated from the steering wheel angle, as the public
    /// converter does, and the gateway publishes no tyre angle.
    bool enable_pub_steer = true;
    ActuationState reset_state;  ///< initial state
};

/// An actuation model with its parameters, as read from a file.
struct ActuationConfig {
    Model model = Model::actuation_cmd;  ///< one of the four actuation models
    ActuationParams params;              ///< of the model
    bool has_model = false;              ///< whether the file has the key `model`
    bool has_nominal_step = false;       ///< whether the file has the key for nominal_step_s
};

/// Reads a file in which every key is optional; a missing key has the default above. Paths of maps
/// are relative to the file. @throws FileError.
ActuationConfig load_actuation(const std::filesystem::path& file);

/// As load_actuation, but the key `model` is required. @throws FileError.
ActuationConfig load_actuation_config(const std::filesystem::path& file);

/// Whether the `model` of a file is an actuation model, so that load_actuation_config can read it.
/// @throws FileError when the file is not YAML with keys.
bool is_actuation_config(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const ActuationParams& params);

}  // namespace plant
