// SPDX-License-Identifier: MIT
#include "vehicle_config.hpp"

#include <plant/scenario.hpp>

namespace gateway {

plant::State start_of(const VehicleConfig& vehicle) {
    constexpr double deg_per_rad = 57.29577951308232;
    return plant::rolling_state(vehicle.session.vehicle, vehicle.x_m.value_or(0),
                                vehicle.y_m.value_or(0), vehicle.yaw_deg.value_or(0) / deg_per_rad,
                                vehicle.vx_mps);
}

std::unique_ptr<plant::SimSession> create_session(const VehicleConfig& vehicle) {
    auto session = std::make_unique<plant::SimSession>(
        plant::create_model(vehicle.model, vehicle.session.actuation),
        plant::create_ground(vehicle.ground), vehicle.session);
    session->reset(start_of(vehicle));
    return session;
}

void set_step(VehicleConfig& vehicle, SimTime step) {
    vehicle.step = step;
    if (!vehicle.has_nominal_step)
        vehicle.session.actuation.nominal_step_s = std::chrono::duration<double>(step).count();
}

plant::Actuation failsafe_actuation(const plant::ActuationParams& params) {
    constexpr double deceleration_mps2 = 3, speed_mps = 10;
    if (params.convert_brake_cmd)
        return {0, params.brake_map.row_for(-deceleration_mps2, speed_mps), 0};
    // The reference ignores a brake that is not converted.
    if (params.compatibility == plant::Compatibility::reference) return {-deceleration_mps2, 0, 0};
    return {0, deceleration_mps2, 0};
}

}  // namespace gateway
