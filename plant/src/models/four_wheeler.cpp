// SPDX-License-Identifier: MIT
#include "models/four_wheeler.hpp"

#include <plant/model.hpp>
#include "dynamics/planar_forces.hpp"
#include "dynamics/substeps.hpp"

#include <algorithm>
#include <cmath>

namespace plant {
namespace {

PerWheel to_array(Lanes x) {
    return {x[0], x[1], x[2], x[3]};
}
Lanes to_lanes(const PerWheel& x) {
    return Lanes{x[0], x[1], x[2], x[3]};
}

/// Height of each contact of a vehicle above a plane.
Lanes unevenness(const PlanarConstants& c, const Contacts& contacts, const RoadPlane& plane,
                 const State& at) {
    const double cos = std::cos(at.yaw_rad);
    const double sin = std::sin(at.yaw_rad);
    Lanes result;
    for (int i = 0; i < 4; ++i) {
        const double x = at.position_m.x() + cos * c.wheel_x[i] - sin * c.wheel_y[i];
        const double y = at.position_m.y() + sin * c.wheel_x[i] + cos * c.wheel_y[i];
        result[i] = contacts[static_cast<std::size_t>(i)].height_m - plane.height_m(x, y);
    }
    return result;
}

}  // namespace

void FourWheeler::initialize(const VehicleParams& vehicle, const TyreParams& tyre,
                             const SolverParams& solver) {
    model_ = four_wheel_model(level_, vehicle, tyre, solver);
    inputs_ = PlanarInputMaker(vehicle, model_->constants);
    control_ = vehicle.brake_control.any() ? std::make_unique<Control>() : nullptr;
    reset(State{}, Contacts{});
}

/// Planar models follow the mean of the contacts. For a sprung model the height of the plane is
/// continuous where the slope changes; unevenness acts on its wheels.
RoadPlane FourWheeler::plane_under(const Contacts& contacts) const {
    const OneState& s = now_.planar;
    if (!feels_unevenness()) return road_plane(contacts, model_->vehicle.body, s.x, s.y, s.yaw);
    RoadPlane plane{plane_.origin_m, mean_normal(contacts)};
    plane.origin_m += plane_.height_m(s.x, s.y) - plane.height_m(s.x, s.y);
    return plane;
}

void FourWheeler::reset(const State& state, const Contacts& contacts) {
    now_ = RidingState{};
    input_.planar = inputs_.make(Command{}, contacts);
    input_.road_rate = Lanes{};
    now_.planar = planar_start(model_->constants, state, input_.planar);
    if (control_) {
        control_->input = OneControlInput{};
        control_->now = control_start(model_->constants, now_.planar);
    }
    plane_ =
        road_plane(contacts, model_->vehicle.body, now_.planar.x, now_.planar.y, now_.planar.yaw);
    if (feels_unevenness())
        now_.ride.road = now_.ride.hub = unevenness(model_->constants, contacts, plane_, state);
    scrub_.reset();
    fault_ = "";
    show();
}

StepStatus FourWheeler::step(const Command& command, const Contacts& contacts,
                             SimDuration duration) {
    if (duration.count() <= 0) return StepStatus::invalid_duration;
    Step step = prepare(command, contacts, duration);
    compute(step);
    return conclude(step);
}

FourWheeler::Step FourWheeler::prepare(const Command& command, const Contacts& contacts,
                                       SimDuration duration) {
    const double seconds = 1e-9 * static_cast<double>(duration.count());
    const RoadPlane plane = plane_under(contacts);
    const Lanes road = feels_unevenness() ? unevenness(model_->constants, contacts, plane,
                                                       moved_straight_on(state_, duration))
                                          : Lanes{};
    const RidingInput input{inputs_.make(command, contacts), (road - now_.ride.road) / seconds};
    if (control_) control_->input = control_input(command);
    return {input, plane, road, now_, command.steer_rad, duration};
}

void FourWheeler::compute(Step& step) {
    if (control_) return compute_controlled(step);
    const FourWheelModel& m = *model_;
    const Substeps substeps = divide(step.duration, m.solver.max_step);
    if (level_ == FourWheelLevel::fourteen_dof) {
        m.ride_stepper(m.constants, m.ride, step.input, m.solver.integrator, substeps.length_s,
                       substeps.count, step.end);
    } else {
        m.stepper(m.constants, step.input.planar, m.solver.integrator, substeps.length_s,
                  substeps.count, step.end.planar);
    }
}

void FourWheeler::compute_controlled(Step& step) {
    const FourWheelModel& m = *model_;
    const Substeps substeps = divide(step.duration, m.solver.max_step);
    control_->end = control_->now;
    if (level_ == FourWheelLevel::fourteen_dof) {
        m.controlled_ride_stepper(m.constants, m.ride, m.control, step.input, control_->input,
                                  m.solver.integrator, substeps.length_s, substeps.count, step.end,
                                  control_->end);
    } else {
        m.controlled_stepper(m.constants, m.control, step.input.planar, control_->input,
                             m.solver.integrator, substeps.length_s, substeps.count,
                             step.end.planar, control_->end);
    }
}

StepStatus FourWheeler::conclude(const Step& step) {
    const RidingState before = now_;
    now_ = step.end;
    now_.ride.road = step.road;
    const StepStatus status = judge(step.input);
    if (status != StepStatus::ok) {
        now_ = before;
        return status;
    }
    if (control_) control_->now = control_->end;
    now_.planar.yaw = wrapped(now_.planar.yaw);
    scrub(before.planar, step);
    input_ = step.input;
    plane_ = step.plane;
    show();
    return StepStatus::ok;
}

/// Wheels that are steered scrub on the road, except for the part of the motion in which they roll.
void FourWheeler::scrub(const OneState& before, const Step& step) {
    const OneState& s = now_.planar;
    if (std::abs(s.vx) > damped_speed_mps) return scrub_.roll(step.steer_rad);
    const Lanes& friction = step.input.planar.friction;
    const double front_m = model_->vehicle.body.cg_to_front_axle_m;
    const double speed_mps = std::hypot(s.vx, s.vy + front_m * s.yaw_rate);
    scrub_.move(model_->constants.tyre, step.steer_rad, wrapped(s.yaw - before.yaw),
                speed_mps * 1e-9 * static_cast<double>(step.duration.count()),
                std::max(friction[0], friction[1]));
}

StepStatus FourWheeler::judge(const RidingInput& in) {
    fault_ = first_non_finite();
    if (*fault_ != '\0') return StepStatus::non_finite_state;
    const bool has_rolled_over =
        level_ == FourWheelLevel::fourteen_dof
            ? has_tipped(model_->constants, model_->ride, now_, in)
            : excess_tip_moment(model_->constants, now_.planar, in.planar) > 0.0;
    if (!has_rolled_over) return StepStatus::ok;
    fault_ = "roll";
    return StepStatus::rolled_over;
}

const char* FourWheeler::first_non_finite() const {
    const OneState& s = now_.planar;
    const RideState& r = now_.ride;
    const double all = s.x + s.y + s.yaw + s.vx + s.vy + s.yaw_rate + s.felt_x + s.felt_y +
                       sum(s.spin + s.slip_x + s.slip_y) + r.heave_rate + r.roll_rate +
                       r.pitch_rate + sum(r.hub_rate);
    if (std::isfinite(all)) return "";
    if (!std::isfinite(s.x + s.y)) return "position";
    if (!std::isfinite(s.yaw)) return "yaw";
    if (!std::isfinite(s.vx + s.vy)) return "velocity";
    if (!std::isfinite(s.yaw_rate)) return "yaw rate";
    if (!std::isfinite(s.felt_x + s.felt_y)) return "acceleration";
    if (!std::isfinite(sum(s.spin))) return "wheel spin";
    if (!std::isfinite(sum(s.slip_x) + sum(s.slip_y))) return "tyre slip";
    return "suspension";
}

PlanarForces<double, Lanes> FourWheeler::forces(const PlanarHeld<Lanes>& held) const {
    const OneState& s = now_.planar;
    const OneInput& in = input_.planar;
    return level_ == FourWheelLevel::fourteen_dof
               ? riding_forces(model_->constants, model_->ride, now_, input_, held)
               : planar_forces(model_->constants, s, in, held,
                               wheel_loads(model_->constants, s, in));
}

void FourWheeler::show() {
    const OneState& s = now_.planar;
    const RideState& r = now_.ride;
    const Attitude road = road_attitude(s.yaw, plane_.normal);
    state_ = State{};
    state_.position_m = {s.x, s.y,
                         plane_.height_m(s.x, s.y) + model_->vehicle.body.cg_height_m + r.heave};
    state_.pitch_rad = road.pitch_rad + model_->pitch_gain * s.felt_x + r.pitch;
    state_.roll_rad = road.roll_rad + model_->roll_gain * s.felt_y + r.roll;
    state_.yaw_rad = s.yaw;
    state_.velocity_mps = {s.vx, s.vy, r.heave_rate};
    state_.angular_velocity_radps = {r.roll_rate, r.pitch_rate, s.yaw_rate};
    state_.wheel_spin_radps = to_array(s.spin);
    if (level_ != FourWheelLevel::fourteen_dof) return;
    state_.suspension_compression_m = to_array(compression(model_->constants, r));
    state_.suspension_velocity_mps = to_array(compression_rate(model_->constants, r));
}

void FourWheeler::describe(Truth& out) const {
    const OneState& s = now_.planar;
    const OneInput& in = input_.planar;
    const PlanarHeld<Lanes> held = hold(model_->constants, in);
    PlanarForces<double, Lanes> f = forces(held);
    const OneState rate = planar_rates(model_->constants, s, in, held, wheel_friction(s, f), f);
    out.road_normal = plane_.normal;
    out.ax_mps2 = f.acceleration_x;
    out.ay_mps2 = f.acceleration_y;
    if (level_ == FourWheelLevel::fourteen_dof) {
        out.az_mps2 = ride_rates(model_->constants, model_->ride, now_, input_, f).heave_rate;
    } else {
        out.state.angular_velocity_radps.x() = model_->roll_gain * rate.felt_y;
        out.state.angular_velocity_radps.y() = model_->pitch_gain * rate.felt_x;
    }
    out.wheel_load_n = to_array(f.load);
    out.tyre_force_x_n = to_array(f.body_x);
    out.tyre_force_y_n = to_array(f.body_y);
    out.friction = to_array(in.friction);
    describe_slips(f, out);
    out.rack_torque_nm =
        (f.tyre.z[0] + f.tyre.z[1] + scrub_.torque_nm(model_->constants.tyre, f, in.friction)) /
        model_->vehicle.steering.ratio;
    out.wheel_radius_m = model_->vehicle.wheel.radius_m;
    out.brake_torque_nm = to_array(in.brake);
    if (control_) describe_control(out);
}

void FourWheeler::describe_control(Truth& out) const {
    const OneControlState& s = control_->now;
    out.abs_active = to_array(s.cycling);
    out.traction_active = s.traction_active;
    out.esc_active = s.esc_active;
    if (control_->input.drive != 0.0) out.throttle_applied = std::abs(input_.planar.drive);
}

void FourWheeler::describe_slips(const PlanarForces<double, Lanes>& f, Truth& out) const {
    constexpr double slowest_mps = 0.15;
    for (std::size_t i = 0; i < 4; ++i) {
        const int lane = static_cast<int>(i);
        const TyrePeak peak = model_->peaks.at(f.load[lane], input_.planar.friction[lane]);
        out.peak_friction[i] = peak.friction;
        out.slip_ratio_at_peak[i] = peak.slip_ratio;
        out.slip_angle_at_peak_rad[i] = peak.slip_angle_rad;
        const double speed_mps = std::max(std::abs(f.centre_x[lane]), slowest_mps);
        out.slip_ratio[i] = f.rim_speed[lane] / speed_mps;
        out.slip_angle_rad[i] = std::atan2(f.centre_y[lane], speed_mps);
        out.relaxed_slip_ratio[i] = now_.planar.slip_x[lane];
        out.relaxed_slip_angle_rad[i] = std::atan(now_.planar.slip_y[lane]);
    }
}

namespace {

template <class F>
void for_each_lane(Lanes& lanes, const F& f) {
    PerWheel values = to_array(lanes);
    for (double& x : values) f(x);
    lanes = to_lanes(values);
}

/// Calls f with every number of the state and of the last input, in a fixed order.
template <class F>
void for_each_number(RidingState& state, RidingInput& input, const F& f) {
    OneState& s = state.planar;
    RideState& r = state.ride;
    OneInput& in = input.planar;
    for (double* x : {&s.x, &s.y, &s.yaw, &s.vx, &s.vy, &s.yaw_rate, &s.felt_x, &s.felt_y, &r.heave,
                      &r.roll, &r.pitch, &r.heave_rate, &r.roll_rate, &r.pitch_rate, &in.drive,
                      &in.nx, &in.ny, &in.nz}) {
        f(*x);
    }
    for (Lanes* lanes :
         {&s.spin, &s.slip_x, &s.slip_y, &r.hub, &r.hub_rate, &r.road, &in.brake, &in.torque,
          &in.cos_steer, &in.sin_steer, &in.friction, &input.road_rate}) {
        for_each_lane(*lanes, f);
    }
}

/// Calls f with every number of the state of brake control, in a fixed order.
template <class F>
void for_each_number(OneControlState& s, const F& f) {
    for (double* x : {&s.reference, &s.throttle_share, &s.traction_active, &s.esc_active}) f(*x);
    for (Lanes* lanes : {&s.torque, &s.rim, &s.cycling}) for_each_lane(*lanes, f);
}

}  // namespace

void FourWheeler::save(SnapshotWriter& out) const {
    out.put(static_cast<std::uint64_t>(level_));
    RidingState state = now_;
    RidingInput input = input_;
    for_each_number(state, input, [&](double x) { out.put(x); });
    out.put(plane_.origin_m);
    scrub_.save(out);
    if (!control_) return;
    OneControlState control = control_->now;
    for_each_number(control, [&](double x) { out.put(x); });
}

void FourWheeler::restore(SnapshotReader& in) {
    in.expect(static_cast<std::uint64_t>(level_));
    for_each_number(now_, input_, [&](double& x) { in.get(x); });
    in.get(plane_.origin_m);
    scrub_.restore(in);
    if (control_) for_each_number(control_->now, [&](double& x) { in.get(x); });
    plane_.normal = {input_.planar.nx, input_.planar.ny, input_.planar.nz};
    fault_ = "";
    show();
}

std::unique_ptr<VehicleDynamics> create_bicycle() {
    return std::make_unique<FourWheeler>(FourWheelLevel::single_track);
}

std::unique_ptr<VehicleDynamics> create_fourteen_dof() {
    return std::make_unique<FourWheeler>(FourWheelLevel::fourteen_dof);
}

std::unique_ptr<VehicleDynamics> create_seven_dof() {
    return std::make_unique<FourWheeler>(FourWheelLevel::seven_dof);
}

}  // namespace plant
