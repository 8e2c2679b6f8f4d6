// SPDX-License-Identifier: MIT
#include "brakes/prepare_control.hpp"

#include <cmath>
#include <stdexcept>

namespace plant {

ControlConstants prepare_control(const VehicleParams& vehicle) {
    const BrakeParams& brake = vehicle.brake;
    const ValveParams& valve = vehicle.brake_control.valve;
    ControlConstants k;
    k.params = vehicle.brake_control;
    k.wheelbase = vehicle.body.wheelbase_m;
    const double gain = vehicle.brake_control.traction.brake_nms_per_m;
    const double front_nm = 0.5 * brake.max_torque_nm * brake.front_share;
    for (std::size_t i = 0; i < 4; ++i) {
        const bool front = i < rear_left;
        const double track_m = front ? vehicle.body.track_front_m : vehicle.body.track_rear_m;
        k.full_torque[i] = front ? front_nm : 0.5 * brake.max_torque_nm - front_nm;
        k.hand_torque[i] = front ? 0.0 : 0.5 * brake.handbrake_torque_nm;
        k.valve_slope[i] = valve.enabled && !front ? valve.slope : 1.0;
        k.paired[i] = vehicle.brake_control.abs.select_low && !front ? 1.0 : 0.0;
        k.front[i] = front ? 1.0 : 0.0;
        k.brake_reach[i] = gain > 0.0 ? k.full_torque[i] / gain : 0.0;
        k.inverse_half_track[i] = 2.0 / track_m;
    }
    return k;
}

OneControlInput control_input(const Command& command) {
    OneControlInput input{};
    input.drive = command.throttle * static_cast<double>(command.gear);
    input.brake = command.brake;
    input.handbrake = command.handbrake ? 1.0 : 0.0;
    input.steer = std::tan(command.steer_rad);
    input.abs_on = command.abs_off ? 0.0 : 1.0;
    input.traction_on = command.traction_off ? 0.0 : 1.0;
    input.esc_on = command.esc_off ? 0.0 : 1.0;
    return input;
}

OneControlState control_start(const PlanarConstants& constants,
                              const PlanarState<double, Lanes>& state) {
    OneControlState start{};
    start.reference = state.yaw_rate;
    start.throttle_share = 1.0;
    start.rim = constants.radius * state.spin;
    return start;
}

void refuse_brake_control(const VehicleParams& vehicle) {
    if (vehicle.brake_control.any())
        throw std::invalid_argument(
            "brake_control: this model has no speed of each wheel; use seven_dof or fourteen_dof");
}

}  // namespace plant
