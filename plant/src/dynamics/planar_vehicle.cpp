// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "dynamics/attitude.hpp"
#include "dynamics/planar_forces.hpp"
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/substeps.hpp"
#include "plant/vehicle_dynamics.hpp"
#include "tyre/peak_table.hpp"

namespace plant {
namespace {

PerWheel to_array(Lanes x) {
    return {x[0], x[1], x[2], x[3]};
}
Lanes to_lanes(const PerWheel& x) {
    return Lanes{x[0], x[1], x[2], x[3]};
}

/// L1 and L2: a planar body on four wheels.
class PlanarVehicle final : public VehicleDynamics {
  public:
    explicit PlanarVehicle(Tracks tracks) : tracks_(tracks) {}

    void initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                    const SolverParams& solver) override;
    void reset(const State& state, const Contacts& contacts) override;
    StepStatus step(const Command& command, const Contacts& contacts,
                    SimDuration duration) override;
    const State& state() const override { return state_; }
    void describe(Output& output) const override;
    const char* fault() const override { return fault_; }
    void save(SnapshotWriter& out) const override;
    void restore(SnapshotReader& in) override;

  private:
    void show(const OneInput& in);
    const char* first_non_finite() const;

    Tracks tracks_;
    VehicleParams vehicle_;
    SolverParams solver_;
    PlanarConstants constants_;
    PeakTable peaks_;
    PlanarStepper* stepper_ = planar_stepper();
    PlanarInputMaker inputs_;
    double roll_gain_ = 0.0;
    double pitch_gain_ = 0.0;

    OneState now_{};
    OneInput input_{};
    double height_m_ = 0.0;  ///< of the road
    State state_;
    const char* fault_ = "";
};

void PlanarVehicle::initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                               const SolverParams& solver) {
    validate(vehicle);
    validate(tyre);
    validate(solver);
    vehicle_ = vehicle;
    solver_ = solver;
    constants_ = prepare_planar(vehicle, tyre, tracks_);
    peaks_ = PeakTable(constants_.tyre);
    inputs_ = PlanarInputMaker(vehicle, constants_);
    roll_gain_ = tracks_ == Tracks::single ? 0.0 : roll_statics(vehicle).angle_per_acceleration;
    pitch_gain_ = pitch_per_acceleration(vehicle);
    reset(State{}, Contacts{});
}

void PlanarVehicle::reset(const State& state, const Contacts& contacts) {
    input_ = inputs_.make(Command{}, contacts);
    now_ = planar_start(constants_, state, input_);
    height_m_ = mean_road(contacts).height_m;
    fault_ = "";
    show(input_);
}

StepStatus PlanarVehicle::step(const Command& command, const Contacts& contacts,
                               SimDuration duration) {
    const Substeps substeps = divide(duration, solver_.max_step);
    if (substeps.count == 0) return StepStatus::invalid_duration;
    const OneState before = now_;
    const OneInput in = inputs_.make(command, contacts);
    stepper_(constants_, in, solver_.integrator, substeps.length_s, substeps.count, now_);
    fault_ = first_non_finite();
    if (*fault_ != '\0') {
        now_ = before;
        return StepStatus::non_finite_state;
    }
    now_.yaw = wrapped(now_.yaw);
    input_ = in;
    height_m_ = mean_road(contacts).height_m;
    show(in);
    return StepStatus::ok;
}

const char* PlanarVehicle::first_non_finite() const {
    const OneState& s = now_;
    if (!std::isfinite(s.x + s.y)) return "position";
    if (!std::isfinite(s.yaw)) return "yaw";
    if (!std::isfinite(s.vx + s.vy)) return "velocity";
    if (!std::isfinite(s.yaw_rate)) return "yaw rate";
    if (!std::isfinite(s.felt_x + s.felt_y)) return "acceleration";
    if (!std::isfinite(sum(s.spin))) return "wheel spin";
    if (!std::isfinite(sum(s.slip_x) + sum(s.slip_y))) return "tyre slip";
    return "";
}

void PlanarVehicle::show(const OneInput& in) {
    const Attitude road = road_attitude(now_.yaw, {in.nx, in.ny, in.nz});
    state_ = State{};
    state_.position_m = {now_.x, now_.y, height_m_ + vehicle_.body.cg_height_m};
    state_.pitch_rad = road.pitch_rad + pitch_gain_ * now_.felt_x;
    state_.roll_rad = road.roll_rad + roll_gain_ * now_.felt_y;
    state_.yaw_rad = now_.yaw;
    state_.velocity_mps = {now_.vx, now_.vy, 0.0};
    state_.angular_velocity_radps = {0.0, 0.0, now_.yaw_rate};
    state_.wheel_spin_radps = to_array(now_.spin);
}

void PlanarVehicle::describe(Output& out) const {
    PlanarForces<double, Lanes> f =
        planar_forces(constants_, now_, input_, wheel_loads(constants_, now_, input_));
    planar_rates(constants_, now_, input_, wheel_friction(now_, f), f);
    out.ax_mps2 = f.acceleration_x;
    out.ay_mps2 = f.acceleration_y;
    out.wheel_load_n = to_array(f.load);
    out.tyre_force_x_n = to_array(f.body_x);
    out.tyre_force_y_n = to_array(f.body_y);
    out.slip_ratio = to_array(now_.slip_x);
    out.friction = to_array(input_.friction);
    for (std::size_t i = 0; i < 4; ++i) {
        const int lane = static_cast<int>(i);
        const TyrePeak peak = peaks_.at(f.load[lane], input_.friction[lane]);
        out.peak_friction[i] = peak.friction;
        out.slip_ratio_at_peak[i] = peak.slip_ratio;
        out.slip_angle_at_peak_rad[i] = peak.slip_angle_rad;
        out.slip_angle_rad[i] = std::atan(now_.slip_y[lane]);
    }
    out.rack_torque_nm = (f.tyre.z[0] + f.tyre.z[1]) / vehicle_.steering.ratio;
    out.wheel_radius_m = vehicle_.wheel.radius_m;
}

template <class F>
void for_each_lane(Lanes& lanes, const F& f) {
    PerWheel values = to_array(lanes);
    for (double& x : values) f(x);
    lanes = to_lanes(values);
}

/// Calls f with every number of the state and of what it was last moved by, in one fixed order.
template <class F>
void for_each_number(OneState& s, OneInput& in, const F& f) {
    for (double* x : {&s.x, &s.y, &s.yaw, &s.vx, &s.vy, &s.yaw_rate, &s.felt_x, &s.felt_y,
                      &in.drive, &in.nx, &in.ny, &in.nz}) {
        f(*x);
    }
    for (Lanes* lanes :
         {&s.spin, &s.slip_x, &s.slip_y, &in.brake, &in.cos_steer, &in.sin_steer, &in.friction}) {
        for_each_lane(*lanes, f);
    }
}

void PlanarVehicle::save(SnapshotWriter& out) const {
    OneState state = now_;
    OneInput input = input_;
    for_each_number(state, input, [&](double x) { out.put(x); });
    out.put(height_m_);
}

void PlanarVehicle::restore(SnapshotReader& in) {
    for_each_number(now_, input_, [&](double& x) { in.get(x); });
    in.get(height_m_);
    fault_ = "";
    show(input_);
}

}  // namespace

std::unique_ptr<VehicleDynamics> create_bicycle() {
    return std::make_unique<PlanarVehicle>(Tracks::single);
}

std::unique_ptr<VehicleDynamics> create_seven_dof() {
    return std::make_unique<PlanarVehicle>(Tracks::two);
}

}  // namespace plant
