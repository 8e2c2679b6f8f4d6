// SPDX-License-Identifier: MIT
#pragma once

#include <plant/brake_control_params.hpp>

#include <filesystem>

namespace plant {

/// Masses and dimensions.
struct BodyParams {
    double mass_kg = 1500.0;             ///< of the whole vehicle
    double unsprung_mass_kg = 40.0;      ///< per corner, included in mass_kg
    double roll_inertia_kgm2 = 500.0;    ///< of the sprung mass
    double pitch_inertia_kgm2 = 2000.0;  ///< of the sprung mass
    double yaw_inertia_kgm2 = 2500.0;    ///< of the whole vehicle
    double wheelbase_m = 2.70;           ///< from axle to axle
    double cg_to_front_axle_m = 1.20;    ///< horizontal, less than the wheelbase
    double track_front_m = 1.55;         ///< between the centres of the wheels
    double track_rear_m = 1.55;          ///< between the centres of the wheels
    double cg_height_m = 0.55;           ///< above the road at rest
};

/// A wheel; all four are equal.
struct WheelParams {
    double radius_m = 0.32;     ///< effective rolling radius
    double inertia_kgm2 = 1.2;  ///< per wheel, including its part of the driveline
};

/// Springs, dampers and anti-roll bars of both axles.
struct SuspensionParams {
    double spring_front_n_per_m = 30000.0;        ///< spring rate at each wheel
    double spring_rear_n_per_m = 30000.0;         ///< spring rate at each wheel
    double damper_front_ns_per_m = 3000.0;        ///< damping rate at each wheel
    double damper_rear_ns_per_m = 3000.0;         ///< damping rate at each wheel
    double anti_roll_front_nm_per_rad = 12000.0;  ///< roll stiffness of the anti-roll bar
    double anti_roll_rear_nm_per_rad = 4000.0;    ///< roll stiffness of the anti-roll bar
    double roll_centre_front_m = 0.05;            ///< height above the road
    double roll_centre_rear_m = 0.10;             ///< height above the road
    double load_transfer_time_s = 0.08;           ///< time constant of the load transfer (L1, L2)
};

/// Steering of the front axle.
struct SteeringParams {
    double ratio = 15.0;         ///< steering wheel angle / road-wheel angle
    double max_angle_rad = 0.6;  ///< at the road wheel
    double ackermann = 0.6;      ///< 0 parallel, 1 exact Ackermann geometry
};

/// Distribution of an axle's torque: equal torques, or equal spins.
enum class Differential { open, locked };

/// Motor and driveline.
struct DriveParams {
    double max_torque_nm = 1500.0;  ///< sum of all driven wheels, at the wheels
    double max_power_w = 110000.0;  ///< at the wheels
    double max_speed_mps = 100.0;  ///< speed limiter, on the circumferential speed of driven wheels
    double front_share = 0.0;  ///< 0 rear-wheel drive, 1 front-wheel drive, else all-wheel drive
    Differential differential = Differential::open;  ///< of each driven axle
};

/// Service brake and handbrake.
struct BrakeParams {
    double max_torque_nm = 5000.0;        ///< sum of all four wheels
    double front_share = 0.75;            ///< of the service brake's torque, 0..1
    double handbrake_torque_nm = 3000.0;  ///< sum of both rear wheels
};

/// Air resistance and lift.
struct AeroParams {
    double drag_coefficient = 0.30;         ///< referred to the frontal area
    double frontal_area_m2 = 2.2;           ///< reference area of all three coefficients
    double lift_coefficient_front = -0.05;  ///< of the axle; negative is downforce
    double lift_coefficient_rear = -0.05;   ///< of the axle; negative is downforce
    double air_density_kg_per_m3 = 1.225;   ///< 0: no air
};

/// A passenger car with four wheels. The defaults equal plant/data/vehicle/sedan.yaml.
struct VehicleParams {
    BodyParams body;                     ///< masses and dimensions
    WheelParams wheel;                   ///< each of the four wheels
    SuspensionParams suspension;         ///< both axles
    SteeringParams steering;             ///< front axle
    DriveParams drive;                   ///< motor and driveline
    BrakeParams brake;                   ///< service brake and handbrake
    AeroParams aero;                     ///< air resistance and lift
    BrakeControlParams brake_control{};  ///< optional parts of the brakes
};

/// Reads a vehicle. Unknown keys are errors. Every key is required, except with `base: sedan`,
/// where a missing key has the value of the sedan.
/// @throws FileError.
VehicleParams load_vehicle(const std::filesystem::path& file);

/// @throws std::invalid_argument with "key: reason" when a value is out of range.
void validate(const VehicleParams& params);

}  // namespace plant
