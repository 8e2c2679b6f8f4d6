// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/state.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace seven_dof_test {

using namespace plant;

namespace {

/// A tyre for which textbook formulas are exact: no load sensitivity, no trail.
TyreParams textbook_tyre() {
    TyreParams tyre;
    tyre.load_sensitivity = 0.0;
    tyre.pneumatic_trail_m = 0.0;
    return tyre;
}

double cornering_stiffness(const TyreParams& tyre) {
    return tyre.lateral.b * tyre.lateral.c * tyre.lateral.d;
}

}  // namespace

TEST_CASE("steady yaw rate is that of the linear bicycle") {
    // Yaw rate = v delta / (L + K v^2), K = m/L (b/Cf - a/Cr). The stiffness of an axle depends on
    // its static load, which the position of the centre of gravity determines.
    for (const double cg_to_front : {1.1, 1.35, 1.5}) {
        for (const double speed : {10.0, 20.0, 30.0}) {
            VehicleParams vehicle;
            vehicle.body.cg_to_front_axle_m = cg_to_front;
            vehicle.aero.lift_coefficient_front = -0.3;
            vehicle.aero.lift_coefficient_rear = -0.1;
            const TyreParams tyre = textbook_tyre();
            Drive d(create_seven_dof(), speed, vehicle, tyre);
            d.command.steer_rad = 0.002;
            d.hold_speed(speed, 8.0);

            const double wheelbase = vehicle.body.wheelbase_m;
            const double a = cg_to_front;
            const double b = wheelbase - a;
            const double wing = 0.5 * 1.225 * vehicle.aero.frontal_area_m2 * speed * speed;
            const double weight = vehicle.body.mass_kg * gravity_mps2;
            const double cf = cornering_stiffness(tyre) * (weight * b / wheelbase + 0.3 * wing);
            const double cr = cornering_stiffness(tyre) * (weight * a / wheelbase + 0.1 * wing);
            const double k = vehicle.body.mass_kg / wheelbase * (b / cf - a / cr);
            const double v = d.vx();
            const double expected = v * d.command.steer_rad / (wheelbase + k * v * v);
            CAPTURE(speed);
            CAPTURE(cg_to_front);
            CHECK(d.yaw_rate() == doctest::Approx(expected).epsilon(0.01));
        }
    }
}

TEST_CASE("the coast-down of the car is the analytic solution") {
    VehicleParams vehicle;
    vehicle.aero.lift_coefficient_front = 0.0;
    vehicle.aero.lift_coefficient_rear = 0.0;
    Drive d(create_seven_dof(), 40.0, vehicle);
    const double radius = vehicle.wheel.radius_m;
    const double inertia =
        vehicle.body.mass_kg + 4.0 * vehicle.wheel.inertia_kgm2 / (radius * radius);
    const double rolling = d.tyre.rolling_resistance * vehicle.body.mass_kg * gravity_mps2;
    const double drag = 0.5 * 1.225 * 0.30 * 2.2;
    // m dv/dt = -(f + k v^2): v = sqrt(f/k) tan(atan(v0 sqrt(k/f)) - t sqrt(f k) / m)
    const double v_scale = std::sqrt(rolling / drag);
    const double rate = std::sqrt(rolling * drag) / inertia;
    const double start = std::atan(40.0 / v_scale);
    for (int i = 1; i <= 6; ++i) {
        d.run(10.0);
        const double expected = v_scale * std::tan(start - 10.0 * i * rate);
        CHECK(d.vx() == doctest::Approx(expected).epsilon(0.001));
    }
}

TEST_CASE("braking distance is that of the brake torque") {
    VehicleParams vehicle;
    vehicle.aero = {0.0, 2.2, 0.0, 0.0, 1.225};
    TyreParams tyre;
    tyre.rolling_resistance = 0.0;
    Drive d(create_seven_dof(), 25.0, vehicle, tyre);
    d.command.brake = 0.5;
    while (d.vx() > 1e-3) d.run(0.001);
    const double radius = vehicle.wheel.radius_m;
    const double inertia =
        vehicle.body.mass_kg + 4.0 * vehicle.wheel.inertia_kgm2 / (radius * radius);
    const double deceleration = 0.5 * vehicle.brake.max_torque_nm / radius / inertia;
    CHECK(d.dynamics->state().position_m.x() ==
          doctest::Approx(25.0 * 25.0 / (2.0 * deceleration)).epsilon(0.01));
}

TEST_CASE("locked wheels stop the car in v^2 / (2 mu g)") {
    for (const double friction : {0.2, 0.5, 1.0}) {
        VehicleParams vehicle;
        vehicle.aero = {0.0, 2.2, 0.0, 0.0, 1.225};
        vehicle.brake.max_torque_nm = 50000.0;
        const TyreParams tyre = textbook_tyre();
        Drive d(create_seven_dof(), 25.0, vehicle, tyre);
        for (Contact& contact : d.contacts) contact.friction = friction;
        d.command.brake = 1.0;
        while (d.vx() > 1e-3) d.run(0.001);
        // Sliding friction: the curve at slip -1, with the slip scaled by the friction of the road.
        const MagicFormula& f = tyre.longitudinal;
        const double z = f.b / friction;
        const double sliding =
            f.d * std::sin(f.c * std::atan(z - f.e * (z - std::atan(z)))) * friction;
        CAPTURE(friction);
        CHECK(d.dynamics->state().position_m.x() ==
              doctest::Approx(25.0 * 25.0 / (2.0 * sliding * gravity_mps2)).epsilon(0.01));
    }
}

TEST_CASE("the sedan stops from 100 km/h in 36 to 44 m") {
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        SolverParams solver;
        solver.integrator = integrator;
        Drive d(create_seven_dof(), 100.0 / 3.6, {}, {}, solver);
        d.command.brake = 1.0;
        while (d.vx() > 1e-3) d.run(0.001);
        const double distance = d.dynamics->state().position_m.x();
        CAPTURE(distance);
        CHECK(distance > 36.0);
        CHECK(distance < 44.0);
    }
}

TEST_CASE("wheel loads agree with statics") {
    VehicleParams vehicle;
    vehicle.aero.lift_coefficient_front = 0.0;
    vehicle.aero.lift_coefficient_rear = 0.0;
    const double weight = vehicle.body.mass_kg * gravity_mps2;
    const double height = vehicle.body.cg_height_m;
    Drive d(create_seven_dof(), 20.0, vehicle);

    SUBCASE("at rest") {
        d.run(0.001);
        CHECK(d.output.wheel_load_n[front_left] == doctest::Approx(0.5 * weight * 1.5 / 2.7));
        CHECK(d.output.wheel_load_n[rear_right] == doctest::Approx(0.5 * weight * 1.2 / 2.7));
    }
    SUBCASE("braking transfers m a h / L to the front") {
        d.command.brake = 0.4;
        d.run(1.0);
        const auto& load = d.output.wheel_load_n;
        const auto& force = d.output.tyre_force_x_n;
        const double pull = force[0] + force[1] + force[2] + force[3];
        CHECK(load[0] + load[1] ==
              doctest::Approx(weight * 1.5 / 2.7 - pull * height / 2.7).epsilon(1e-3));
        CHECK(load[0] + load[1] + load[2] + load[3] == doctest::Approx(weight));
    }
    SUBCASE("cornering transfers m a h / track, and the moment of the weight, to the outside") {
        d.command.steer_rad = 0.02;
        d.hold_speed(20.0, 6.0);
        const auto& load = d.output.wheel_load_n;
        const auto& force = d.output.tyre_force_y_n;
        const double side = force[0] + force[1] + force[2] + force[3];
        // The sprung mass leans by phi about the roll axis, which moves its weight.
        const double sprung = vehicle.body.mass_kg - 4.0 * vehicle.body.unsprung_mass_kg;
        const double sprung_height =
            (vehicle.body.mass_kg * height - 4.0 * 40.0 * vehicle.wheel.radius_m) / sprung;
        const double axis = 0.05 * 1.5 / 2.7 + 0.10 * 1.2 / 2.7;
        const double lean =
            sprung * gravity_mps2 * (sprung_height - axis) * d.output.state.roll_rad;
        const double moment = 0.5 * 1.55 * (load[1] + load[3] - load[0] - load[2]);
        CHECK(moment == doctest::Approx(side * height + lean).epsilon(1e-3));
        CHECK(d.output.state.roll_rad > 0.0);
    }
}

TEST_CASE("the model is exactly symmetric") {
    Drive left(create_seven_dof(), 22.0);
    Drive right(create_seven_dof(), 22.0);
    for (int i = 0; i < 3000; ++i) {
        const double steer = 0.06 * std::sin(0.004 * i);
        left.command.steer_rad = steer;
        right.command.steer_rad = -steer;
        left.command.throttle = right.command.throttle = i < 1500 ? 0.4 : 0.0;
        left.command.brake = right.command.brake = i < 2000 ? 0.0 : 0.6;
        left.run(0.001);
        right.run(0.001);
    }
    const State& l = left.dynamics->state();
    const State& r = right.dynamics->state();
    CHECK(std::abs(l.position_m.y()) > 0.1);
    CHECK(l.position_m.x() == r.position_m.x());
    CHECK(l.position_m.y() == -r.position_m.y());
    CHECK(l.yaw_rad == -r.yaw_rad);
    CHECK(l.velocity_mps.x() == r.velocity_mps.x());
    CHECK(l.velocity_mps.y() == -r.velocity_mps.y());
    CHECK(l.angular_velocity_radps.z() == -r.angular_velocity_radps.z());
    CHECK(l.wheel_spin_radps[front_left] == r.wheel_spin_radps[front_right]);
    CHECK(l.wheel_spin_radps[rear_right] == r.wheel_spin_radps[rear_left]);
}

TEST_CASE("the tyres centre the steering, symmetrically") {
    const auto rack_torque_nm = [](double steer_rad) {
        Drive d(create_seven_dof(), 15.0);
        d.command.steer_rad = steer_rad;
        d.run(2.0);
        return d.output.rack_torque_nm;
    };
    CHECK(rack_torque_nm(0.0) == 0.0);
    CHECK(rack_torque_nm(0.02) < -0.1);
    CHECK(rack_torque_nm(-0.02) == -rack_torque_nm(0.02));
}

TEST_CASE("the lateral force acts behind the contact, in both directions of travel") {
    for (const double speed : {11.8, -11.8}) {
        for (const auto create : {create_bicycle, create_seven_dof, create_fourteen_dof}) {
            Drive d(create(), speed);
            d.command.steer_rad = 0.003;
            d.run(2.0);
            const auto& force_n = d.output.tyre_force_y_n;
            const double trail_m = std::copysign(d.tyre.pneumatic_trail_m, speed);
            CAPTURE(speed);
            CHECK(force_n[front_left] > 10.0);
            CHECK(d.output.rack_torque_nm * d.vehicle.steering.ratio ==
                  doctest::Approx(-trail_m * (force_n[front_left] + force_n[front_right]))
                      .epsilon(0.01));
        }
    }
}

TEST_CASE("a symmetric car drives backward exactly as forward") {
    VehicleParams vehicle;
    vehicle.body.cg_to_front_axle_m = 0.5 * vehicle.body.wheelbase_m;
    vehicle.drive.front_share = 0.5;
    vehicle.brake.front_share = 0.5;
    vehicle.brake.handbrake_torque_nm = 0.0;
    Drive forward(create_seven_dof(), 0.0, vehicle);
    Drive backward(create_seven_dof(), 0.0, vehicle);
    backward.command.gear = Gear::reverse;
    for (int i = 0; i < 6000; ++i) {
        forward.command.throttle = backward.command.throttle = i < 3000 ? 0.6 : 0.0;
        forward.command.brake = backward.command.brake = i < 3500 ? 0.0 : 0.5;
        forward.run(0.001);
        backward.run(0.001);
        REQUIRE(forward.vx() == -backward.vx());
    }
    CHECK(forward.dynamics->state().position_m.x() == -backward.dynamics->state().position_m.x());
    CHECK(forward.dynamics->state().position_m.x() > 5.0);
}

TEST_CASE("driving straight stays exactly straight") {
    Drive d(create_seven_dof(), 5.0);
    d.command.throttle = 1.0;
    d.run(5.0);
    d.command = {0.0, 0.0, 1.0, Gear::drive, true};
    d.run(8.0);
    CHECK(d.dynamics->state().position_m.y() == 0.0);
    CHECK(d.dynamics->state().yaw_rad == 0.0);
}

TEST_CASE("without input the energy does not increase") {
    // From any state - sideways, turning, with wheels at rest or spinning - energy only decreases.
    struct Start {
        double vx, vy, yaw_rate, spin;
    };
    for (const Start& start : std::vector<Start>{{30.0, 0.0, 0.0, 93.0},
                                                 {20.0, 8.0, 1.0, 60.0},
                                                 {15.0, -6.0, -2.0, 0.0},
                                                 {-12.0, 3.0, 0.5, -37.0}}) {
        Drive d(create_seven_dof(), 0.0);
        State state;
        state.velocity_mps = {start.vx, start.vy, 0.0};
        state.angular_velocity_radps.z() = start.yaw_rate;
        state.wheel_spin_radps.fill(start.spin);
        d.dynamics->reset(state, d.contacts);
        double energy = kinetic_energy(d);
        bool fell = true;
        d.run(2.0, millisecond, [&] {
            const double next = kinetic_energy(d);
            fell = fell && next <= energy;
            energy = next;
        });
        CAPTURE(start.vx);
        CHECK(fell);
    }
}

TEST_CASE("Runge-Kutta is of order four on a smooth manoeuvre") {
    const auto end = [](SimDuration step) {
        SolverParams solver;
        solver.max_step = step;
        Drive d(create_seven_dof(), 25.0, {}, {}, solver);
        d.command.steer_rad = 0.03;
        d.command.throttle = 0.5;
        d.run(1.6, step);
        return Eigen::Vector3d(d.dynamics->state().position_m.y(),
                               d.dynamics->state().velocity_mps.y(), d.yaw_rate());
    };
    const Eigen::Vector3d exact = end(SimDuration{100'000});
    const Eigen::Vector3d coarse = end(SimDuration{2'000'000}) - exact;
    const Eigen::Vector3d fine = end(SimDuration{1'000'000}) - exact;
    for (int i = 0; i < 3; ++i) {
        const double order = std::log2(std::abs(coarse[i] / fine[i]));
        CAPTURE(i);
        CHECK(order > 3.7);
        CHECK(order < 4.5);
    }
}

TEST_CASE("the semi-implicit integrator converges to the same motion") {
    const auto end = [](Integrator integrator, SimDuration step) {
        SolverParams solver;
        solver.integrator = integrator;
        solver.max_step = step;
        Drive d(create_seven_dof(), 25.0, {}, {}, solver);
        d.command.steer_rad = 0.03;
        d.run(1.6, step);
        return d.yaw_rate();
    };
    const double exact = end(Integrator::rk4, SimDuration{125'000});
    const double coarse = std::abs(end(Integrator::semi_implicit, SimDuration{1'000'000}) - exact);
    const double fine = std::abs(end(Integrator::semi_implicit, SimDuration{500'000}) - exact);
    CHECK(coarse < 1e-3 * std::abs(exact));
    CHECK(coarse / fine == doctest::Approx(2.0).epsilon(0.1));
}

TEST_CASE("power limits the torque at speed") {
    Drive d(create_seven_dof(), 30.0);
    d.command.throttle = 1.0;
    d.run(1.0);
    const double spin = 0.5 * (d.output.state.wheel_spin_radps[rear_left] +
                               d.output.state.wheel_spin_radps[rear_right]);
    const double radius = d.vehicle.wheel.radius_m;
    const double pull = d.output.tyre_force_x_n[rear_left] + d.output.tyre_force_x_n[rear_right];
    const double inertia = 2.0 * d.vehicle.wheel.inertia_kgm2 * d.output.ax_mps2 / radius;
    const double rolling = d.tyre.rolling_resistance * radius *
                           (d.output.wheel_load_n[rear_left] + d.output.wheel_load_n[rear_right]);
    CHECK((pull * radius + inertia + rolling) * spin ==
          doctest::Approx(d.vehicle.drive.max_power_w).epsilon(1e-3));
}

TEST_CASE("the limiter ends the drive at the largest rim speed") {
    VehicleParams vehicle;
    vehicle.drive.max_speed_mps = 30.0;
    Drive d(create_seven_dof(), 1.0, vehicle);
    for (Contact& contact : d.contacts) contact.friction = 0.02;
    d.command.throttle = 1.0;
    double fastest_mps = 0.0;
    d.run(10.0, millisecond, [&] {
        const double spin = d.dynamics->state().wheel_spin_radps[rear_left];
        fastest_mps = std::max(fastest_mps, vehicle.wheel.radius_m * spin);
    });
    CHECK(fastest_mps > 0.95 * 30.0);
    CHECK(fastest_mps < 30.0);
}

TEST_CASE("gears and handbrake have their effects") {
    Drive d(create_seven_dof(), 0.0);
    d.command.throttle = 0.5;
    SUBCASE("neutral does not drive") {
        d.command.gear = Gear::neutral;
        d.run(1.0);
        CHECK(d.vx() == 0.0);
    }
    SUBCASE("reverse drives backward") {
        d.command.gear = Gear::reverse;
        d.run(1.0);
        CHECK(d.vx() < -1.0);
    }
    SUBCASE("the handbrake locks the rear wheels only") {
        d.command.throttle = 0.0;
        d.dynamics->reset(rolling_state(d.vehicle, 0.0, 0.0, 0.0, 15.0), d.contacts);
        d.command.handbrake = true;
        d.run(1.0);
        CHECK(d.output.state.wheel_spin_radps[rear_left] == 0.0);
        CHECK(d.output.state.wheel_spin_radps[front_left] > 20.0);
        CHECK(d.output.ax_mps2 < -2.0);
    }
    SUBCASE("reverse while rolling forward decelerates, then drives backward") {
        d.dynamics->reset(rolling_state(d.vehicle, 0.0, 0.0, 0.0, 5.0), d.contacts);
        d.command.gear = Gear::reverse;
        double previous = d.vx();
        bool falls = true;
        d.run(6.0, millisecond, [&] {
            falls = falls && d.vx() <= previous + 1e-9;
            previous = d.vx();
        });
        CHECK(falls);
        CHECK(d.vx() < -1.0);
    }
}

TEST_CASE("a locked differential keeps both wheels of the axle at one speed") {
    VehicleParams vehicle;
    for (const bool locked : {false, true}) {
        vehicle.drive.differential = locked ? Differential::locked : Differential::open;
        Drive d(create_seven_dof(), 0.0, vehicle);
        d.contacts[rear_left].friction = 0.1;
        d.command.throttle = 0.6;
        d.run(2.0);
        const auto& spin = d.output.state.wheel_spin_radps;
        CHECK((spin[rear_left] == spin[rear_right]) == locked);
    }
}

TEST_CASE("a locked differential does not affect the axle that is not driven") {
    VehicleParams vehicle;
    vehicle.drive.differential = Differential::locked;
    const double half_track = 0.5 * vehicle.body.track_front_m;
    for (const double front_share : {0.0, 1.0, 0.5}) {
        vehicle.drive.front_share = front_share;
        Drive d(create_seven_dof(), 5.0, vehicle);
        d.command.steer_rad = 0.1;
        d.run(2.0);
        const auto& spin = d.output.state.wheel_spin_radps;
        const auto rolls_freely = [&](std::size_t left, std::size_t right) {
            const double difference = vehicle.wheel.radius_m * (spin[right] - spin[left]);
            return difference > 1.6 * half_track * d.yaw_rate();
        };
        CAPTURE(front_share);
        CHECK((spin[front_left] == spin[front_right]) == (front_share > 0.0));
        CHECK((spin[rear_left] == spin[rear_right]) == (front_share < 1.0));
        CHECK(rolls_freely(front_left, front_right) == (front_share == 0.0));
        CHECK(rolls_freely(rear_left, rear_right) == (front_share == 1.0));
    }
}

TEST_CASE("wheels of a locked axle that start with different speeds turn at their mean") {
    VehicleParams vehicle;
    vehicle.drive.differential = Differential::locked;
    Drive d(create_seven_dof(), 0.0, vehicle);
    State state;
    state.wheel_spin_radps = {10.0, 20.0, 30.0, 50.0};
    d.dynamics->reset(state, d.contacts);
    CHECK(d.dynamics->state().wheel_spin_radps == PerWheel{10.0, 20.0, 40.0, 40.0});
    d.run(0.5);
    CHECK(d.output.state.wheel_spin_radps[rear_left] ==
          d.output.state.wheel_spin_radps[rear_right]);
}

TEST_CASE("tyre forces stay within the friction of the road") {
    Drive d(create_seven_dof(), 30.0);
    for (int i = 0; i < 4000; ++i) {
        d.command.steer_rad = 0.3 * std::sin(0.003 * i);
        d.command.brake = (i / 500) % 2 == 0 ? 0.0 : 0.8;
        d.run(0.001);
        for (std::size_t w = 0; w < 4; ++w) {
            const double force = std::hypot(d.output.tyre_force_x_n[w], d.output.tyre_force_y_n[w]);
            REQUIRE(force <= d.output.peak_friction[w] * d.output.wheel_load_n[w] + 1e-9);
        }
    }
}

TEST_CASE("a step whose result is not finite is undone, and the quantity is named") {
    Drive d(create_seven_dof(), 20.0);
    const State before = d.dynamics->state();
    Contacts broken = d.contacts;
    broken[0].friction = std::nan("");
    CHECK(d.dynamics->step(d.command, broken, millisecond) == StepStatus::non_finite_state);
    CHECK(std::string(d.dynamics->fault()) != "");
    CHECK(d.dynamics->state().position_m == before.position_m);
    CHECK(d.dynamics->state().velocity_mps == before.velocity_mps);
    d.run(0.01);
    CHECK(std::string(d.dynamics->fault()) == "");
}

TEST_CASE("slips are those of the wheels, relaxed slips follow them") {
    Drive d(create_seven_dof(), 20.0);
    d.command.steer_rad = 0.03;
    d.hold_speed(20.0, 10.0);
    const State& s = d.output.state;
    for (std::size_t i = 0; i < 4; ++i) {
        CAPTURE(i);
        const double x = i < 2 ? 1.2 : -1.5;
        const double y = i % 2 == 0 ? 0.775 : -0.775;
        const double body_x = s.velocity_mps.x() - y * s.angular_velocity_radps.z();
        const double body_y = s.velocity_mps.y() + x * s.angular_velocity_radps.z();
        const double angle = std::atan2(body_y, body_x) - (i < 2 ? 0.03 : 0.0);
        // Ackermann geometry gives the front wheels slightly different angles.
        CHECK(std::abs(d.output.slip_angle_rad[i] - angle) < (i < 2 ? 1e-3 : 1e-12));
        if (i >= 2) {
            const double sliding = 0.32 * s.wheel_spin_radps[i] - body_x;
            CHECK(d.output.slip_ratio[i] == doctest::Approx(sliding / body_x));
        }
        // The state is steady.
        CHECK(std::abs(d.output.relaxed_slip_angle_rad[i] - d.output.slip_angle_rad[i]) < 1e-5);
        CHECK(std::abs(d.output.relaxed_slip_ratio[i] - d.output.slip_ratio[i]) < 1e-5);
    }
    d.command.steer_rad = 0.06;
    d.run(0.001);
    CHECK(std::abs(d.output.relaxed_slip_angle_rad[0]) < std::abs(d.output.slip_angle_rad[0]));
}

TEST_CASE("a locked differential resists a turn equally with both integrators") {
    const auto turning = [](Integrator integrator) {
        VehicleParams vehicle;
        vehicle.drive.differential = Differential::locked;
        Drive d(create_seven_dof(), 1.0, vehicle, {}, SolverParams{integrator, millisecond});
        d.command.steer_rad = 0.4;
        d.command.throttle = 0.1;
        d.run(2.0, millisecond, [&] {
            const auto& spin = d.dynamics->state().wheel_spin_radps;
            REQUIRE(spin[rear_left] == spin[rear_right]);
        });
        return d.yaw_rate() / d.vx();
    };
    CHECK(turning(Integrator::semi_implicit) ==
          doctest::Approx(turning(Integrator::rk4)).epsilon(0.01));
}

TEST_CASE("a body that its springs cannot keep upright is rejected by every model with lean") {
    VehicleParams vehicle;
    vehicle.suspension.anti_roll_front_nm_per_rad = 0.0;
    vehicle.suspension.anti_roll_rear_nm_per_rad = 0.0;
    vehicle.suspension.spring_front_n_per_m = vehicle.suspension.spring_rear_n_per_m = 2000.0;
    for (const auto& create : {create_bicycle, create_seven_dof, create_fourteen_dof}) {
        try {
            create()->initialize(vehicle, {}, {});
            FAIL("was accepted");
        } catch (const std::invalid_argument& error) {
            CHECK(std::string(error.what()) ==
                  "suspension: springs and anti-roll bars give 4805 Nm/rad of roll stiffness, and "
                  "the body needs more than 6639 to stay upright");
        }
    }
    vehicle.suspension.spring_front_n_per_m = vehicle.suspension.spring_rear_n_per_m = 3000.0;
    CHECK_NOTHROW(create_seven_dof()->initialize(vehicle, {}, {}));
}

}  // namespace seven_dof_test
