// SPDX-License-Identifier: MIT
#include <plant/actuation_vehicle.hpp>
#include <plant/model.hpp>
#include <plant/vehicle_dynamics.hpp>
#include "actuation/gear.hpp"
#include "brakes/prepare_control.hpp"
#include "dynamics/no_slip_state.hpp"
#include "dynamics/substeps.hpp"

#include <cmath>

namespace plant {

int gear_code(Gear gear) {
    switch (gear) {
        case Gear::reverse:
            return gear_reverse;
        case Gear::neutral:
            return gear_neutral;
        default:
            return gear_drive;
    }
}

namespace {

const char* first_not_finite(const ActuationState& s) {
    if (!std::isfinite(s.vx_mps)) return "velocity";
    if (!std::isfinite(s.ax_mps2)) return "acceleration";
    if (!std::isfinite(s.steer_rad)) return "steering";
    if (!std::isfinite(s.yaw_rad)) return "yaw";
    return std::isfinite(s.x_m + s.y_m) ? "" : "position";
}

/// Results of the last step that are not part of the vehicle's state.
struct StepResult {
    RoadPlane road;
    double friction = 1.0;
    double yaw_acceleration_radps2 = 0.0;  ///< mean over the step
};

template <class F>
void for_each_number(StepResult& s, const F& f) {
    for (double* x : {&s.road.origin_m, &s.road.normal.x(), &s.road.normal.y(), &s.road.normal.z(),
                      &s.friction, &s.yaw_acceleration_radps2}) {
        f(*x);
    }
}

class ActuationDynamics final : public VehicleDynamics {
  public:
    ActuationDynamics(Model model, const ActuationParams& params) : moving_(model, params) {}

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
    Actuation pedals_of(const Command& command) const;
    double slope_mps2() const;
    void notice(const Contacts& contacts);
    void show();

    ActuationVehicle moving_;
    VehicleParams vehicle_;
    double to_rear_m_ = 0.0;
    StepResult last_;
    State state_;
    const char* fault_ = "";
};

void ActuationDynamics::initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                                   const SolverParams& solver) {
    validate(vehicle);
    validate(tyre);
    validate(solver);
    refuse_brake_control(vehicle);
    vehicle_ = vehicle;
    to_rear_m_ = cg_to_rear_m(vehicle.body);
    reset(State{}, Contacts{});
}

void ActuationDynamics::reset(const State& state, const Contacts& contacts) {
    ActuationState start;
    start.x_m = state.position_m.x() - to_rear_m_ * std::cos(state.yaw_rad);
    start.y_m = state.position_m.y() - to_rear_m_ * std::sin(state.yaw_rad);
    start.yaw_rad = state.yaw_rad;
    start.vx_mps = state.velocity_mps.x();
    moving_.restart(start);
    last_.yaw_acceleration_radps2 = 0.0;
    fault_ = "";
    notice(contacts);
    show();
}

void ActuationDynamics::notice(const Contacts& contacts) {
    const ActuationState& s = moving_.state();
    last_.road = road_plane(contacts, vehicle_.body, s.x_m + to_rear_m_ * std::cos(s.yaw_rad),
                            s.y_m + to_rear_m_ * std::sin(s.yaw_rad), s.yaw_rad);
    last_.friction = 0.0;
    for (const Contact& contact : contacts) last_.friction += 0.25 * contact.friction;
}

/// The handbrake brakes with the last row of the brake map, or with the acceleration limit.
Actuation ActuationDynamics::pedals_of(const Command& command) const {
    const ActuationParams& params = moving_.params();
    Actuation pedals = command.actuation;
    if (!command.handbrake) return pedals;
    pedals.accel = 0.0;
    pedals.brake = params.vel_rate_lim_mps2;
    if (params.convert_brake_cmd) {
        pedals.brake = params.brake_map.rows().back();
    } else if (params.compatibility == Compatibility::reference) {
        pedals.accel = -params.vel_rate_lim_mps2;
    }
    return pedals;
}

/// Longitudinal component of gravity.
double ActuationDynamics::slope_mps2() const {
    const double yaw = moving_.state().yaw_rad;
    const Eigen::Vector3d& normal = last_.road.normal;
    const double descent = (normal.x() * std::cos(yaw) + normal.y() * std::sin(yaw)) / normal.z();
    return gravity_mps2 * descent / std::sqrt(1.0 + descent * descent);
}

StepStatus ActuationDynamics::step(const Command& command, const Contacts& contacts,
                                   SimDuration duration) {
    const ActuationParams& params = moving_.params();
    const bool once = params.compatibility == Compatibility::reference;
    const SimDuration longest{once ? duration.count() : std::llround(1e9 * params.nominal_step_s)};
    const Substeps substeps = divide(duration, longest);
    if (substeps.count == 0) return StepStatus::invalid_duration;
    const StepResult last_before = last_;
    const ActuationVehicle::Reported before = moving_.reported();
    const double yaw_rate_before = moving_.yaw_rate_radps();
    notice(contacts);
    const ActuationInput input{pedals_of(command), slope_mps2(), gear_code(command.gear),
                               last_.road.normal};
    for (std::int64_t i = 0; i < substeps.count; ++i) moving_.update(input, substeps.length_s);
    last_.yaw_acceleration_radps2 =
        1e9 * (moving_.yaw_rate_radps() - yaw_rate_before) / static_cast<double>(duration.count());
    fault_ = first_not_finite(moving_.state());
    if (*fault_ != '\0') {
        last_ = last_before;
        moving_.report(before);
        return StepStatus::non_finite_state;
    }
    show();
    return StepStatus::ok;
}

void ActuationDynamics::show() {
    const ActuationState& s = moving_.state();
    NoSlipMotion motion;
    motion.x_m = s.x_m + to_rear_m_ * std::cos(s.yaw_rad);
    motion.y_m = s.y_m + to_rear_m_ * std::sin(s.yaw_rad);
    motion.yaw_rad = wrapped(s.yaw_rad);
    motion.vx_mps = s.vx_mps;
    motion.yaw_rate_radps = moving_.yaw_rate_radps();
    motion.tan_steer = std::tan(s.steer_rad);
    state_ = no_slip_state(vehicle_, motion, last_.road);
}

/// The actuation status contains the pedals.
void ActuationDynamics::describe(Truth& out) const {
    const double yaw_rate = moving_.yaw_rate_radps();
    out.ax_mps2 = moving_.state().ax_mps2 - yaw_rate * yaw_rate * to_rear_m_;
    out.ay_mps2 = yaw_rate * moving_.state().vx_mps + last_.yaw_acceleration_radps2 * to_rear_m_;
    out.road_normal = last_.road.normal;
    out.wheel_radius_m = vehicle_.wheel.radius_m;
    out.friction.fill(last_.friction);
    out.peak_friction = out.friction;
    out.steer_applied_rad = moving_.published_steer_rad();
    out.throttle_applied = 0.0;
    out.brake_applied = 0.0;
    out.actuation_status = moving_.status();
}

void ActuationDynamics::save(SnapshotWriter& out) const {
    moving_.save(out);
    StepResult copy = last_;
    for_each_number(copy, [&](double x) { out.put(x); });
}

void ActuationDynamics::restore(SnapshotReader& in) {
    moving_.restore(in);
    for_each_number(last_, [&](double& x) { in.get(x); });
    fault_ = "";
    show();
}

}  // namespace

std::unique_ptr<VehicleDynamics> create_actuation(Model model, const ActuationParams& params) {
    return std::make_unique<ActuationDynamics>(model, params);
}

}  // namespace plant
