// SPDX-License-Identifier: MIT
#include "vehicle_config.hpp"

#include <plant/tyre.hpp>

namespace gateway {
namespace {

/// An axle with both tyres in steady cornering.
struct Axle {
    double stiffness_n_per_rad;
    double trail_m;  ///< distance of the force behind the centre of the contact patch
};

Axle axle_of(const plant::Tyre& tyre, double load_n) {
    constexpr double slip_rad = 0.01;
    const plant::TyreForce one = tyre.force(0, slip_rad, load_n / 2, 1);
    return {-2 * one.y_n / slip_rad, -one.z_nm / one.y_n};
}

/// The understeer gradient is the difference of the slip angles of the axles per lateral
/// acceleration, from the equilibrium of forces and moments of a single-track model.
SteeringResponse response_of(const plant::BodyParams& body, const plant::TyreParams& params) {
    const plant::Tyre tyre(params);
    const double front_m = body.cg_to_front_axle_m;
    const double rear_m = body.wheelbase_m - front_m;
    const double weight_n = body.mass_kg * plant::gravity_mps2;
    const Axle front = axle_of(tyre, weight_n * rear_m / body.wheelbase_m);
    const Axle rear = axle_of(tyre, weight_n * front_m / body.wheelbase_m);
    const double front_arm_m = front_m - front.trail_m;
    const double rear_arm_m = rear_m + rear.trail_m;
    SteeringResponse response;
    response.wheelbase_m = body.wheelbase_m;
    response.cg_to_rear_axle_m = rear_m;
    response.understeer_rad_s2_per_m =
        body.mass_kg / (front_arm_m + rear_arm_m) *
        (rear_arm_m / front.stiffness_n_per_rad - front_arm_m / rear.stiffness_n_per_rad);
    response.yaw_acceleration_s2 = body.yaw_inertia_kgm2 / body.wheelbase_m *
                                   (1 / front.stiffness_n_per_rad + 1 / rear.stiffness_n_per_rad);
    return response;
}

PedalResponse response_of(const plant::VehicleParams& p, const plant::TyreParams& tyre) {
    const double radius_m = p.wheel.radius_m;
    const double mass_kg = p.body.mass_kg + 4 * p.wheel.inertia_kgm2 / (radius_m * radius_m);
    PedalResponse response;
    response.full_throttle_mps2 = p.drive.max_torque_nm / radius_m / mass_kg;
    response.full_brake_mps2 = p.brake.max_torque_nm / radius_m / mass_kg;
    response.power_w_per_kg = p.drive.max_power_w / mass_kg;
    response.rolling_mps2 =
        tyre.rolling_resistance * p.body.mass_kg * plant::gravity_mps2 / mass_kg;
    response.drag_per_m = 0.5 * p.aero.air_density_kg_per_m3 * p.aero.drag_coefficient *
                          p.aero.frontal_area_m2 / mass_kg;
    return response;
}

}  // namespace

LevelConversionConfig level_conversion_of(const VehicleConfig& vehicle) {
    const plant::SessionConfig& session = vehicle.session;
    LevelConversionConfig config;
    if (vehicle.converter) {
        config.pedals.full_throttle_mps2 = vehicle.converter->max_acceleration_mps2;
        config.pedals.full_brake_mps2 = vehicle.converter->max_deceleration_mps2;
        config.steering.wheelbase_m = session.actuation.wheel_base_m;
        return config;
    }
    config.pedals = response_of(session.vehicle, session.tyre);
    config.steering.wheelbase_m = session.vehicle.body.wheelbase_m;
    config.steering.cg_to_rear_axle_m =
        session.vehicle.body.wheelbase_m - session.vehicle.body.cg_to_front_axle_m;
    if (vehicle.model != plant::Model::kinematic)
        config.steering = response_of(session.vehicle.body, session.tyre);
    return config;
}

}  // namespace gateway
