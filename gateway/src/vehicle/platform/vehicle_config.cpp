// SPDX-License-Identifier: MIT
#include "vehicle_config.hpp"

#include <plant/angle.hpp>
#include <plant/scenario.hpp>

#include <algorithm>

namespace gateway {

plant::State start_of(const VehicleConfig& vehicle) {
    using plant::deg_per_rad;
    return plant::rolling_state(vehicle.session.vehicle, vehicle.x_m.value_or(0),
                                vehicle.y_m.value_or(0), vehicle.yaw_deg.value_or(0) / deg_per_rad,
                                vehicle.vx_mps);
}

std::unique_ptr<plant::SimSession> create_session(const VehicleConfig& vehicle) {
    auto session = std::make_unique<plant::SimSession>(
        plant::create_model(vehicle.model, vehicle.session.actuation),
        plant::create_ground(vehicle.ground), vehicle.session);
    session->set_hook(vehicle.hook);
    session->reset(start_of(vehicle));
    return session;
}

std::string name_of(const VehicleConfig& vehicle) {
    return vehicle.fmu ? vehicle.fmu->file.filename().string()
                       : std::string(plant::info(vehicle.model).name);
}

double wheel_base_of(const VehicleConfig& vehicle) {
    return plant::takes_actuation(vehicle.model) ? vehicle.session.actuation.wheel_base_m
                                                 : vehicle.session.vehicle.body.wheelbase_m;
}

void set_step(VehicleConfig& vehicle, SimTime step) {
    vehicle.step = step;
    plant::SolverParams& solver = vehicle.session.solver;
    solver.max_step = std::min<SimTime>(solver.max_step, step);
    if (!vehicle.has_nominal_step)
        vehicle.session.actuation.nominal_step_s = std::chrono::duration<double>(step).count();
}

}  // namespace gateway
