// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/angle.hpp>
#include <plant/ground_params.hpp>
#include <plant/sim_session.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace fourteen_dof_test {

using namespace plant;

namespace {

constexpr double two_pi = 6.28318530717958647693;

/// Waves across the road, with constant height and length.
struct WavyGround final : Ground {
    WavyGround(double height, double length) : height_m(height), length_m(length) {}
    Contact at(double x_m, double) const override {
        Contact contact;
        contact.height_m = height_m * std::sin(two_pi * x_m / length_m);
        return contact;
    }
    double height_m;
    double length_m;
};

/// A step up across the road.
struct KerbGround final : Ground {
    Contact at(double x_m, double) const override {
        Contact contact;
        contact.height_m = x_m > 5.0 ? 0.03 : 0.0;
        return contact;
    }
};

/// A sedan with equal axle loads, so that heave does not cause pitch, and without resistance.
SessionConfig balanced_sedan() {
    SessionConfig config;
    config.vehicle.body.cg_to_front_axle_m = 0.5 * config.vehicle.body.wheelbase_m;
    config.vehicle.aero.drag_coefficient = 0.0;
    config.vehicle.aero.lift_coefficient_front = 0.0;
    config.vehicle.aero.lift_coefficient_rear = 0.0;
    config.tyre.rolling_resistance = 0.0;
    return config;
}

/// Amplitude of the wheel load of a quarter car (two masses, two springs) on waves of height 1.
double quarter_car_load(const SessionConfig& config, double frequency_radps) {
    using Complex = std::complex<double>;
    const VehicleParams& v = config.vehicle;
    const double sprung = 0.25 * v.body.mass_kg - v.body.unsprung_mass_kg;
    const double tyre = config.tyre.vertical_stiffness_n_per_m;
    const Complex strut(v.suspension.spring_front_n_per_m,
                        frequency_radps * v.suspension.damper_front_ns_per_m);
    const double squared = frequency_radps * frequency_radps;
    // Body: -w^2 ms z = strut (u - z). Hub: -w^2 mu u = tyre (1 - u) - strut (u - z).
    const Complex body_per_hub = strut / (strut - sprung * squared);
    const Complex hub =
        tyre / (tyre - v.body.unsprung_mass_kg * squared + strut * (1.0 - body_per_hub));
    return std::abs(tyre * (1.0 - hub));
}

}  // namespace

TEST_CASE("L3 settles to the static loads of L2, at rest and in a steady turn") {
    for (const double steer : {0.0, 0.02}) {
        Drive l2(create_seven_dof(), 20.0);
        Drive l3(create_fourteen_dof(), 20.0);
        for (Drive* d : {&l2, &l3}) {
            d->command.steer_rad = steer;
            d->hold_speed(20.0, 10.0);
        }
        for (std::size_t i = 0; i < 4; ++i) {
            CAPTURE(i);
            CHECK(l3.output.wheel_load_n[i] ==
                  doctest::Approx(l2.output.wheel_load_n[i]).epsilon(0.01));
        }
        CHECK(l3.yaw_rate() == doctest::Approx(l2.yaw_rate()).epsilon(0.01));
        // The body of L3 leans further because of the deflection of the tyres.
        CHECK(l3.output.state.roll_rad >= l2.output.state.roll_rad);
        CHECK(l3.output.state.roll_rad <= 1.35 * l2.output.state.roll_rad);
    }
}

TEST_CASE("the frequency of pitch is that of masses and springs") {
    // A bump excites pitch without dampers, which is timed by its zero crossings. The body is on
    // spring and tyre in series, with the hub between them.
    VehicleParams vehicle;
    vehicle.body.cg_to_front_axle_m = 1.35;  // decouples heave and pitch
    vehicle.suspension.damper_front_ns_per_m = 0.0;
    vehicle.suspension.damper_rear_ns_per_m = 0.0;
    const double sprung = vehicle.body.mass_kg - 4.0 * vehicle.body.unsprung_mass_kg;
    const double spring = vehicle.suspension.spring_front_n_per_m;
    const double tyre = TyreParams{}.vertical_stiffness_n_per_m;
    const double hub = vehicle.body.unsprung_mass_kg;
    // Quarter car: eigenvalues of two masses on two springs.
    const double quarter = 0.25 * sprung;
    const double a = spring / quarter;
    const double b = (spring + tyre) / hub;
    const double root = std::sqrt((b - a) * (b - a) + 4.0 * spring * spring / (quarter * hub));
    const double heave = std::sqrt(0.5 * (a + b - root));

    Drive d(create_fourteen_dof(), 0.0, vehicle);
    // A bump under the front wheels excites pitch.
    for (Contact& contact : d.contacts) contact.height_m = 0.0;
    d.contacts[0].height_m = d.contacts[1].height_m = 0.01;
    d.run(0.01);
    for (Contact& contact : d.contacts) contact.height_m = 0.0;
    // Pitch about the centre: a quarter car with the inertia per corner.
    const double arm = 1.35;
    const double corner = 0.25 * vehicle.body.pitch_inertia_kgm2 / (arm * arm);
    const double c = spring / corner;
    const double pitch_root = std::sqrt((b - c) * (b - c) + 4.0 * spring * spring / (corner * hub));
    const double pitch = std::sqrt(0.5 * (c + b - pitch_root));
    CHECK(std::abs(heave - pitch) > 0.1);
    double last = 0.0;
    int rises = 0;
    double first_s = 0.0;
    double last_s = 0.0;
    for (int i = 0; i < 20'000; ++i) {
        d.run(0.001);
        const double angle = d.dynamics->state().pitch_rad;
        // Wheel hop is faster and smaller; only the slow oscillation is counted.
        if (last < 0.0 && angle >= 0.0 && 0.001 * i - last_s > 0.3) {
            if (rises++ == 0) first_s = 0.001 * i;
            last_s = 0.001 * i;
        }
        last = angle;
    }
    const double measured = 2.0 * plant::pi * (rises - 1) / (last_s - first_s);
    CHECK(measured == doctest::Approx(pitch).epsilon(0.01));
}

TEST_CASE("L3 brakes, pitches and comes to rest") {
    Drive d(create_fourteen_dof(), 20.0);
    d.command.brake = 0.5;
    d.run(1.0);
    CHECK(d.output.state.pitch_rad > 0.005);
    CHECK(d.output.state.suspension_compression_m[front_left] > 0.005);
    CHECK(d.output.state.suspension_compression_m[rear_left] < -0.005);
    d.run(10.0);
    CHECK(std::abs(d.vx()) < 1e-6);
    CHECK(std::abs(d.output.state.pitch_rad) < 1e-5);
    CHECK(d.output.wheel_load_n[front_left] ==
          doctest::Approx(0.5 * 1500.0 * gravity_mps2 * 1.5 / 2.7).epsilon(1e-3));
}

TEST_CASE("L3 holds on a grade as L2 does") {
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        SessionConfig config;
        config.solver.integrator = integrator;
        GroundParams ground;
        ground.grade = 0.12;
        SimSession sut(create_fourteen_dof(), create_ground(ground), config);
        sut.set_input(Command{0.0, 0.0, 0.5, Gear::drive, false});
        double farthest = 0.0;
        for (int i = 0; i < 10'000; ++i) {
            REQUIRE(sut.tick(millisecond) == StepStatus::ok);
            farthest = std::max(farthest, std::abs(sut.state().position_m.x()));
        }
        CHECK(farthest < 1e-3);
    }
}

TEST_CASE("L3 is exactly symmetric and of order four") {
    Drive left(create_fourteen_dof(), 20.0);
    Drive right(create_fourteen_dof(), 20.0);
    for (int i = 0; i < 2000; ++i) {
        left.command.steer_rad = 0.05 * std::sin(0.005 * i);
        right.command.steer_rad = -left.command.steer_rad;
        left.run(0.001);
        right.run(0.001);
    }
    CHECK(left.dynamics->state().position_m.y() == -right.dynamics->state().position_m.y());
    CHECK(left.dynamics->state().roll_rad == -right.dynamics->state().roll_rad);
    CHECK(left.output.wheel_load_n[front_left] == right.output.wheel_load_n[front_right]);

    const auto end = [](SimDuration step) {
        SolverParams solver;
        solver.max_step = step;
        Drive d(create_fourteen_dof(), 25.0, {}, {}, solver);
        d.command.steer_rad = 0.03;
        d.command.throttle = 0.5;
        d.run(1.6, step);
        return Eigen::Vector3d(d.dynamics->state().roll_rad, d.dynamics->state().pitch_rad,
                               d.yaw_rate());
    };
    const Eigen::Vector3d exact = end(SimDuration{100'000});
    const double coarse = (end(SimDuration{2'000'000}) - exact).norm();
    const double fine = (end(SimDuration{1'000'000}) - exact).norm();
    CHECK(std::log2(coarse / fine) == doctest::Approx(4.0).epsilon(0.08));
}

TEST_CASE("a rough road moves wheels and body of L3") {
    GroundParams ground;
    ground.roughness = {RoadClass::c, 3};
    SimSession sut(create_fourteen_dof(), create_ground(ground));
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
    double squares = 0.0;
    double lightest = 1e9;
    constexpr int count = 10'000;
    for (int i = 0; i < count; ++i) {
        sut.set_input(Command{0.0, 0.15, 0.0, Gear::drive, false});
        REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        squares += std::pow(sut.state().suspension_velocity_mps[front_left], 2);
        lightest = std::min(lightest, sut.output().wheel_load_n[front_left]);
    }
    const double speed = std::sqrt(squares / count);
    CHECK(speed > 0.02);
    CHECK(speed < 1.0);
    CHECK(lightest < 3700.0);
}

TEST_CASE("on waves with the length of the wheelbase L3 heaves as a quarter car") {
    const SessionConfig config = balanced_sedan();
    const double length_m = config.vehicle.body.wheelbase_m;
    for (const double speed : {5.0, 9.95, 20.0}) {
        CAPTURE(speed);
        SimSession sut(create_fourteen_dof(), std::make_unique<WavyGround>(0.005, length_m),
                       config);
        sut.reset(rolling_state(config.vehicle, 0.0, 0.0, 0.0, speed));
        double lowest = 1e9;
        double highest = 0.0;
        for (int i = 0; i < 8000; ++i) {
            REQUIRE(sut.tick(millisecond) == StepStatus::ok);
            if (i < 6000) continue;
            const double load = sut.output().wheel_load_n[front_left];
            lowest = std::min(lowest, load);
            highest = std::max(highest, load);
        }
        const double expected = 0.005 * quarter_car_load(config, two_pi * speed / length_m);
        CHECK(0.5 * (highest - lowest) == doctest::Approx(expected).epsilon(0.01));
    }
}

TEST_CASE("a kerb lifts the wheels of L3 at once and its body with a delay") {
    SimSession sut(create_fourteen_dof(), std::make_unique<KerbGround>());
    sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 10.0));
    double last = sut.state().position_m.z();
    double fastest_mps = 0.0;
    double heaviest_n = 0.0;
    for (int i = 0; i < 4000; ++i) {
        REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        const double height = sut.state().position_m.z();
        fastest_mps = std::max(fastest_mps, std::abs(height - last) / 0.001);
        heaviest_n = std::max(heaviest_n, sut.output().wheel_load_n[front_left]);
        last = height;
    }
    CHECK(fastest_mps < 1.0);  // the kerb itself would give 15 m/s at two of four wheels
    const TyreParams tyre;
    const double at_rest_n = 0.5 * 1500.0 * gravity_mps2 * 1.5 / 2.7;
    CHECK(heaviest_n > at_rest_n + 0.9 * 0.03 * tyre.vertical_stiffness_n_per_m);
    CHECK(last == doctest::Approx(sut.vehicle().body.cg_height_m + 0.03).epsilon(1e-3));
}

TEST_CASE("on a rough road the tick length does not change the results") {
    const auto driven = [](int steps_a_tick) {
        GroundParams ground;
        ground.roughness = {RoadClass::d, 3};
        SimSession sut(create_fourteen_dof(), create_ground(ground));
        sut.reset(rolling_state(sut.vehicle(), 0.0, 0.0, 0.0, 20.0));
        for (int i = 0; i < 1000; i += steps_a_tick)
            REQUIRE(sut.tick(steps_a_tick * millisecond) == StepStatus::ok);
        return sut.output();
    };
    const Output fine = driven(1);
    const Output coarse = driven(20);
    CHECK(coarse.state.position_m == fine.state.position_m);
    CHECK(coarse.wheel_load_n == fine.wheel_load_n);
}

}  // namespace fourteen_dof_test
