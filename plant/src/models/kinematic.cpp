// SPDX-License-Identifier: MIT
#include <plant/model.hpp>
#include <plant/vehicle_dynamics.hpp>
#include "brakes/prepare_control.hpp"
#include "dynamics/attitude.hpp"
#include "dynamics/no_slip_state.hpp"
#include "dynamics/substeps.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

struct Pose {
    double x = 0.0;
    double y = 0.0;
    double yaw = 0.0;
    double vx = 0.0;
};

/// A command that is constant during a cycle changes the angle in one step and not in the others,
/// so the change per step must be smoothed to give a rate.
constexpr double steer_rate_time_constant_s = 0.05;

Pose advanced(const Pose& a, double h, const Pose& b) {
    return {a.x + h * b.x, a.y + h * b.y, a.yaw + h * b.yaw, a.vx + h * b.vx};
}

/// Input of a step.
struct StepInput {
    double tan_steer = 0.0;
    double tan_steer_rate_per_s = 0.0;  ///< smoothed
    double drive = 0.0;                 ///< throttle with the sign of the gear
    double friction = 0.0;              ///< largest braking and rolling force
    double grip = 0.0;                  ///< largest force that the road transmits
    Eigen::Vector3d normal{0.0, 0.0, 1.0};
};

/// L0: the rear axle moves along the heading, the front axle along its steering; no slip.
/// Drive, drag and gravity accelerate the mass, dry friction decelerates it.
class Kinematic final : public VehicleDynamics {
  public:
    void initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                    const SolverParams& solver) override;
    void reset(const State& state, const Contacts& contacts) override;
    StepStatus step(const Command& command, const Contacts& contacts,
                    SimDuration duration) override;
    const State& state() const override { return state_; }
    void describe(Truth& truth) const override;
    const char* fault() const override { return fault_; }
    void save(SnapshotWriter& out) const override;
    void restore(SnapshotReader& in) override;

  private:
    StepInput make_input(const Command& command, const Contacts& contacts) const;
    double tan_steer_rate(double tan_steer, SimDuration duration) const;
    double road_below(const Contacts& contacts) const;
    double force(const Pose& pose, const StepInput& input, const RoadAxes& road) const;
    Pose rates(const Pose& pose, const StepInput& input, double direction) const;
    Pose stepped(const Pose& pose, const StepInput& input, double h) const;
    void show();
    template <class F>
    void for_each_number(const F& f);

    VehicleParams vehicle_;
    TyreParams tyre_;
    SolverParams solver_;
    double inverse_inertia_ = 0.0;  ///< of the mass and the rotating wheels
    double cg_to_rear_m_ = 0.0;

    Pose now_;
    StepInput input_;
    double road_origin_m_ = 0.0;
    State state_;
    const char* fault_ = "";
};

void Kinematic::initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                           const SolverParams& solver) {
    validate(vehicle);
    validate(tyre);
    validate(solver);
    refuse_brake_control(vehicle);
    vehicle_ = vehicle;
    tyre_ = tyre;
    solver_ = solver;
    const double radius = vehicle.wheel.radius_m;
    inverse_inertia_ =
        1.0 / (vehicle.body.mass_kg + 4.0 * vehicle.wheel.inertia_kgm2 / (radius * radius));
    cg_to_rear_m_ = cg_to_rear_m(vehicle.body);
    reset(State{}, Contacts{});
}

void Kinematic::reset(const State& state, const Contacts& contacts) {
    now_ = {state.position_m.x(), state.position_m.y(), state.yaw_rad, state.velocity_mps.x()};
    input_ = make_input(Command{}, contacts);
    road_origin_m_ = road_below(contacts);
    fault_ = "";
    show();
}

StepInput Kinematic::make_input(const Command& command, const Contacts& contacts) const {
    const double weight = vehicle_.body.mass_kg * gravity_mps2;
    StepInput input;
    input.normal = mean_normal(contacts);
    input.tan_steer = std::tan(command.steer_rad);
    input.drive = command.throttle * static_cast<double>(command.gear);
    for (const Contact& contact : contacts) input.grip += 0.25 * contact.friction * weight;
    const double torque = command.brake * vehicle_.brake.max_torque_nm +
                          (command.handbrake ? vehicle_.brake.handbrake_torque_nm : 0.0);
    input.friction =
        std::min(torque / vehicle_.wheel.radius_m, input.grip) + tyre_.rolling_resistance * weight;
    return input;
}

/// The mean rate of a step after a first-order lag: a jump gives at most the jump divided by the
/// time constant, for any step length.
double Kinematic::tan_steer_rate(double tan_steer, SimDuration duration) const {
    const double duration_s = 1e-9 * static_cast<double>(duration.count());
    const double mean_per_s = (tan_steer - input_.tan_steer) / duration_s;
    const double kept = std::exp(-duration_s / steer_rate_time_constant_s);
    return mean_per_s + (input_.tan_steer_rate_per_s - mean_per_s) * kept;
}

double Kinematic::road_below(const Contacts& contacts) const {
    return road_plane(contacts, vehicle_.body, now_.x, now_.y, now_.yaw).origin_m;
}

/// Fraction of the drive that the speed limiter leaves.
double unlimited_share(const DriveParams& drive, double vx_mps) {
    constexpr double limited_part = 0.05;
    const double left = (drive.max_speed_mps - std::abs(vx_mps)) / drive.max_speed_mps;
    return std::clamp(left / limited_part, 0.0, 1.0);
}

/// Longitudinal, without dry friction.
double Kinematic::force(const Pose& pose, const StepInput& input, const RoadAxes& road) const {
    const DriveParams& drive = vehicle_.drive;
    const AeroParams& aero = vehicle_.aero;
    const double radius = vehicle_.wheel.radius_m;
    const double by_power = drive.max_power_w * radius / std::max(std::abs(pose.vx), 1e-3);
    const double torque =
        input.drive * std::min(drive.max_torque_nm, by_power) * unlimited_share(drive, pose.vx);
    const double pull = std::clamp(torque / radius, -input.grip, input.grip);
    const double drag = 0.5 * aero.air_density_kg_per_m3 * aero.drag_coefficient *
                        aero.frontal_area_m2 * pose.vx * std::abs(pose.vx);
    return pull - drag - vehicle_.body.mass_kg * gravity_mps2 * road.forward.z();
}

Pose Kinematic::rates(const Pose& pose, const StepInput& input, double direction) const {
    const double yaw_rate = pose.vx * input.tan_steer / vehicle_.body.wheelbase_m;
    const double vy = yaw_rate * cg_to_rear_m_;
    const RoadAxes road = road_axes(pose.yaw, input.normal);
    return {pose.vx * road.forward.x() + vy * road.left.x(),
            pose.vx * road.forward.y() + vy * road.left.y(),
            yaw_rate * input.normal.z() / (1.0 - road.forward.z() * road.forward.z()),
            (force(pose, input, road) - direction * input.friction) * inverse_inertia_};
}

/// Dry friction keeps its direction during a step and holds a mass at standstill if it suffices.
Pose Kinematic::stepped(const Pose& pose, const StepInput& input, double h) const {
    const bool stands = pose.vx == 0.0;
    const double moving = stands ? force(pose, input, road_axes(pose.yaw, input.normal)) : pose.vx;
    if (stands && std::abs(moving) <= input.friction) return pose;
    const double direction = std::copysign(1.0, moving);
    const Pose k1 = rates(pose, input, direction);
    Pose next;
    if (solver_.integrator == Integrator::rk4) {
        const Pose k2 = rates(advanced(pose, 0.5 * h, k1), input, direction);
        const Pose k3 = rates(advanced(pose, 0.5 * h, k2), input, direction);
        const Pose k4 = rates(advanced(pose, h, k3), input, direction);
        next = advanced(pose, h / 6.0, advanced(advanced(advanced(k1, 2.0, k2), 2.0, k3), 1.0, k4));
    } else {
        Pose middle = pose;
        middle.vx += 0.5 * h * k1.vx;
        next = advanced(pose, h, rates(middle, input, direction));
        next.vx = pose.vx + h * k1.vx;
    }
    if (next.vx * direction < 0.0) next.vx = 0.0;
    return next;
}

StepStatus Kinematic::step(const Command& command, const Contacts& contacts, SimDuration duration) {
    const Substeps substeps = divide(duration, solver_.max_step);
    if (substeps.count == 0) return StepStatus::invalid_duration;
    StepInput input = make_input(command, contacts);
    input.tan_steer_rate_per_s = tan_steer_rate(input.tan_steer, duration);
    const double road_origin_m = road_below(contacts);
    Pose next = now_;
    for (std::int64_t i = 0; i < substeps.count; ++i)
        next = stepped(next, input, substeps.length_s);
    fault_ = !std::isfinite(next.vx)           ? "velocity"
             : !std::isfinite(next.yaw)        ? "yaw"
             : !std::isfinite(next.x + next.y) ? "position"
                                               : "";
    if (*fault_ != '\0') return StepStatus::non_finite_state;
    next.yaw = wrapped(next.yaw);
    now_ = next;
    input_ = input;
    road_origin_m_ = road_origin_m;
    show();
    return StepStatus::ok;
}

void Kinematic::show() {
    const double yaw_rate = now_.vx * input_.tan_steer / vehicle_.body.wheelbase_m;
    state_ =
        no_slip_state(vehicle_, {now_.x, now_.y, now_.yaw, now_.vx, yaw_rate, input_.tan_steer},
                      {road_origin_m_, input_.normal});
}

void Kinematic::describe(Truth& out) const {
    const double pushed = force(now_, input_, road_axes(now_.yaw, input_.normal));
    const double held = std::clamp(pushed, -input_.friction, input_.friction);
    const double friction = now_.vx == 0.0 ? held : std::copysign(input_.friction, now_.vx);
    const double yaw_rate = state_.angular_velocity_radps.z();
    const double dvx = (pushed - friction) * inverse_inertia_;
    const double yaw_acceleration =
        (dvx * input_.tan_steer + now_.vx * input_.tan_steer_rate_per_s) /
        vehicle_.body.wheelbase_m;
    out.ax_mps2 = dvx - yaw_rate * state_.velocity_mps.y();
    out.ay_mps2 = yaw_rate * now_.vx + yaw_acceleration * cg_to_rear_m_;
    out.road_normal = input_.normal;
    out.wheel_radius_m = vehicle_.wheel.radius_m;
    out.friction.fill(input_.grip / (vehicle_.body.mass_kg * gravity_mps2));
    out.peak_friction = out.friction;
}

template <class F>
void Kinematic::for_each_number(const F& f) {
    for (double* x : {&now_.x, &now_.y, &now_.yaw, &now_.vx, &road_origin_m_, &input_.tan_steer,
                      &input_.tan_steer_rate_per_s, &input_.drive, &input_.friction, &input_.grip,
                      &input_.normal.x(), &input_.normal.y(), &input_.normal.z()}) {
        f(*x);
    }
}

void Kinematic::save(SnapshotWriter& out) const {
    out.put(static_cast<std::uint64_t>(Model::kinematic));
    Kinematic copy = *this;
    copy.for_each_number([&](double x) { out.put(x); });
}

void Kinematic::restore(SnapshotReader& in) {
    in.expect(static_cast<std::uint64_t>(Model::kinematic));
    for_each_number([&](double& x) { in.get(x); });
    fault_ = "";
    show();
}

}  // namespace

std::unique_ptr<VehicleDynamics> create_kinematic() {
    return std::make_unique<Kinematic>();
}

}  // namespace plant
