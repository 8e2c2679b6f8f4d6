// SPDX-License-Identifier: MIT
#include "dynamics/planar_input.hpp"

#include "dynamics/attitude.hpp"
#include "dynamics/planar_forces.hpp"

#include <cmath>

namespace plant {

PlanarInputMaker::PlanarInputMaker(const VehicleParams& vehicle, const PlanarConstants& constants)
    : steered_(per_wheel<Lanes>(constants.steered)),
      ackermann_(per_wheel<Lanes>(constants.ackermann)) {
    const double front = 0.5 * vehicle.brake.max_torque_nm * vehicle.brake.front_share;
    const double rear = 0.5 * vehicle.brake.max_torque_nm - front;
    const double hand = 0.5 * vehicle.brake.handbrake_torque_nm;
    brake_share_ = Lanes{front, front, rear, rear};
    handbrake_share_ = Lanes{0.0, 0.0, hand, hand};
    steer(0.0);
}

namespace {

/// Cosine and sine of the angle with this tangent.
template <class V>
void turn(const V& tangent, V& cosine, V& sine) {
    cosine = 1.0 / square_root(1.0 + tangent * tangent);
    sine = tangent * cosine;
}

}  // namespace

/// The inner wheel has a larger angle, by the given fraction of exact Ackermann geometry.
void PlanarInputMaker::steer(double mean_rad) {
    const double mean = std::tan(mean_rad);
    const Lanes tangent = steered_ * mean / (1.0 - ackermann_ * mean);
    mean_steer_rad_ = mean_rad;
    turn(tangent, cos_steer_, sin_steer_);
}

void PlanarInputMaker::put_steer(const Lanes8& mean_rad, PlanarInput<Lanes8, Quad>& in) const {
    Lanes8 mean{};
    for (std::size_t i = 0; i < 8; ++i) mean[i] = std::tan(mean_rad[i]);
    for (int w = 0; w < 4; ++w) {
        const Lanes8 tangent = steered_[w] * mean / (1.0 - ackermann_[w] * mean);
        turn(tangent, in.cos_steer.wheel[w], in.sin_steer.wheel[w]);
    }
}

void PlanarInputMaker::put(const PedalLanes& pedals, PlanarInput<Lanes8, Quad>& in) const {
    in.drive = pedals.drive;
    for (int w = 0; w < 4; ++w) {
        in.brake.wheel[w] = pedals.brake * brake_share_[w] + pedals.handbrake * handbrake_share_[w];
        in.torque.wheel[w] = Lanes8{};
    }
}

OneInput PlanarInputMaker::make(const Command& command, const Contacts& contacts) {
    if (command.steer_rad != mean_steer_rad_) steer(command.steer_rad);
    const Eigen::Vector3d normal = mean_normal(contacts);
    OneInput in;
    in.drive = command.throttle * static_cast<double>(command.gear);
    in.brake = command.brake * brake_share_ + (command.handbrake ? 1.0 : 0.0) * handbrake_share_;
    in.torque = Lanes{};
    if (command.wheel_torque_nm) {
        const PerWheel& torque = *command.wheel_torque_nm;
        in.torque = Lanes{torque[0], torque[1], torque[2], torque[3]};
    }
    in.cos_steer = cos_steer_;
    in.sin_steer = sin_steer_;
    for (int i = 0; i < 4; ++i) in.friction[i] = contacts[static_cast<std::size_t>(i)].friction;
    in.nx = normal.x();
    in.ny = normal.y();
    in.nz = normal.z();
    return in;
}

OneState planar_start(const PlanarConstants& constants, const State& state, const OneInput& input) {
    constexpr double slowest_rolling_mps = 1.0;
    OneState s{};
    s.x = state.position_m.x();
    s.y = state.position_m.y();
    s.yaw = state.yaw_rad;
    s.vx = state.velocity_mps.x();
    s.vy = state.velocity_mps.y();
    s.yaw_rate = state.angular_velocity_radps.z();
    for (int i = 0; i < 4; ++i) s.spin[i] = state.wheel_spin_radps[static_cast<std::size_t>(i)];
    if (constants.locked_differential) s.spin = shared_on_locked_axles(constants, s.spin);
    PlanarForces<double, Lanes> f;
    wheel_speeds(constants, s, input, f);
    const Lanes slowest = splat<Lanes>(slowest_rolling_mps);
    const Lanes rolling =
        select(absolute(f.centre_x) > slowest, splat<Lanes>(1.0), splat<Lanes>(0.0));
    const Lanes speed = maximum(convection(f.centre_x, f.rim_speed), slowest);
    s.slip_x = rolling * f.rim_speed / speed;
    s.slip_y = rolling * f.centre_y / maximum(convection(f.centre_x, f.centre_y), slowest);
    return s;
}

}  // namespace plant
