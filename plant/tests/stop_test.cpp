// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/batch.hpp>
#include <plant/tyre.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace stop_test {

using namespace plant;

namespace {

SolverParams solver_with(Integrator integrator, double step_s = 1e-3) {
    return {integrator, SimDuration(std::llround(1e9 * step_s))};
}

std::vector<TyreParams> tyres_of_all_models() {
    std::vector<TyreParams> tyres(2);
    tyres[1].model = TyreModel::linear;
    tyres.push_back(load_tyre(PLANT_DATA "/tyre/sedan.tir"));
    return tyres;
}

/// Largest energy and deflection of a tyre carcass, a spring of stiffness C / sigma, from friction
/// mu Fz, slope C at zero slip and relaxation length sigma.
struct Carcass {
    double deflection_m;
    double energy_j;
};

Carcass carcass(const TyreParams& params, double load_n, bool along) {
    constexpr double slip = 1e-6;
    const Tyre tyre(params);
    const TyreForce at_slip =
        along ? tyre.force(slip, 0.0, load_n, 1.0) : tyre.force(0.0, std::atan(slip), load_n, 1.0);
    const TyreForce at_zero = tyre.force(0.0, 0.0, load_n, 1.0);
    const double slope =
        std::abs(along ? at_slip.x_n - at_zero.x_n : at_slip.y_n - at_zero.y_n) / slip;
    const double force = tyre.peak(load_n, 1.0).friction * load_n;
    const double length = along ? params.relaxation_longitudinal_m : params.relaxation_lateral_m;
    return {force * length / slope, 0.5 * force * force * length / slope};
}

constexpr Integrator both_integrators[] = {Integrator::rk4, Integrator::semi_implicit};

}  // namespace

TEST_CASE("a car that slides to a stop springs back by at most the deflection of its tyres") {
    // The deflection is at most 4/3 of that of the slip that friction can hold.
    constexpr double largest_part = 4.0 / 3.0;
    const double load_n = 0.25 * VehicleParams{}.body.mass_kg * gravity_mps2;
    for (const TyreParams& tyre : tyres_of_all_models()) {
        for (const Integrator integrator : both_integrators) {
            for (const bool along : {true, false}) {
                Drive d(create_seven_dof(), along ? 27.8 : 0.0, {}, tyre, solver_with(integrator));
                State start = d.dynamics->state();
                if (!along) start.velocity_mps.y() = 10.0;
                d.dynamics->reset(start, d.contacts);
                d.command.brake = along ? 1.0 : 0.0;
                const auto place = [&] {
                    const Eigen::Vector3d& at = d.dynamics->state().position_m;
                    return along ? at.x() : at.y();
                };
                double farthest = 0.0;
                d.run(8.0, millisecond, [&] { farthest = std::max(farthest, place()); });
                CAPTURE(static_cast<int>(tyre.model));
                CAPTURE(static_cast<int>(integrator));
                CAPTURE(along);
                CHECK(farthest > 4.0);
                CHECK(farthest - place() <
                      largest_part * carcass(tyre, load_n, along).deflection_m);
                CHECK(d.dynamics->state().velocity_mps.norm() < 1e-3);
            }
        }
    }
}

TEST_CASE("the energy of a car without input increases by at most that stored in its tyres") {
    std::mt19937 random(7);
    const auto within = [&](double size) {
        return std::uniform_real_distribution<double>(-size, size)(random);
    };
    const std::array models{create_bicycle, create_seven_dof, create_fourteen_dof};
    const double load_n = 0.25 * VehicleParams{}.body.mass_kg * gravity_mps2;
    for (const TyreParams& tyre : tyres_of_all_models()) {
        const double stored_j = 4.0 * carcass(tyre, load_n, false).energy_j;
        for (const Integrator integrator : both_integrators) {
            for (int i = 0; i < 24; ++i) {
                Drive d(models[static_cast<std::size_t>(i) % models.size()](), 0.0, {}, tyre,
                        solver_with(integrator));
                State state;
                state.velocity_mps = {within(15.0), within(15.0), 0.0};
                state.angular_velocity_radps.z() = within(3.0);
                for (double& spin : state.wheel_spin_radps) spin = within(60.0);
                for (Contact& contact : d.contacts) contact.friction = 0.6 + within(0.4);
                d.command.steer_rad = within(0.5);
                d.command.handbrake = i % 4 == 0;
                d.dynamics->reset(state, d.contacts);
                double lowest = kinetic_energy(d);
                double rise = 0.0;
                d.run(4.0, millisecond, [&] {
                    const double energy = kinetic_energy(d);
                    lowest = std::min(lowest, energy);
                    rise = std::max(rise, energy - lowest);
                });
                CAPTURE(static_cast<int>(tyre.model));
                CAPTURE(static_cast<int>(integrator));
                CAPTURE(i);
                CHECK(rise < stored_j);
            }
        }
    }
}

namespace {

struct Wheels {
    double mass_kg, inertia_kgm2, radius_m, nominal_load_n;
};

Drive rolling_on(const Wheels& w, double speed_mps, const SolverParams& solver) {
    VehicleParams vehicle;
    vehicle.body.mass_kg = w.mass_kg;
    vehicle.wheel.inertia_kgm2 = w.inertia_kgm2;
    vehicle.wheel.radius_m = w.radius_m;
    TyreParams tyre;
    tyre.nominal_load_n = w.nominal_load_n;
    return Drive(create_seven_dof(), speed_mps, vehicle, tyre, solver);
}

constexpr Wheels sedan_wheels{1500.0, 1.2, 0.32, 4000.0};
constexpr Wheels heavy_wheels{2400.0, 1.2, 0.32, 6000.0};
constexpr Wheels light_wheels{1500.0, 0.3, 0.32, 4000.0};
constexpr Wheels truck_wheels{18000.0, 12.0, 0.5, 40000.0};

/// The longest permitted step according to the error; 0 if there is no error.
template <class Make>
double longest_step(const Make& make) {
    try {
        make();
    } catch (const std::invalid_argument& error) {
        const std::string text = error.what();
        const std::string before =
            "max_step_s: is too long for this vehicle with these tyres, must be at most ";
        REQUIRE(text.compare(0, before.size(), before) == 0);
        return std::stod(text.substr(before.size()));
    }
    return 0.0;
}

}  // namespace

TEST_CASE("cars with light and heavy wheels come to rest from 1 cm/s") {
    for (const Integrator integrator : both_integrators) {
        for (const Wheels& wheels : {sedan_wheels, heavy_wheels, light_wheels, truck_wheels}) {
            Drive d = rolling_on(wheels, 0.01, solver_with(integrator));
            d.run(3.0);
            CAPTURE(wheels.mass_kg);
            CAPTURE(wheels.inertia_kgm2);
            CHECK(std::abs(d.vx()) < 3e-9);
        }
    }
}

TEST_CASE("a car comes to rest, and corners at 60 m/s, with every permitted step") {
    const auto cornering = [](double step_s) {
        const SolverParams solver = solver_with(Integrator::rk4, step_s);
        Drive d = rolling_on(sedan_wheels, 60.0, solver);
        d.command.steer_rad = 0.005;
        d.run(2.0, solver.max_step);
        return d.yaw_rate();
    };
    for (const double step_s : {2e-3, 5e-3, 1e-2}) {
        CAPTURE(step_s);
        const SolverParams solver = solver_with(Integrator::rk4, step_s);
        Drive d = rolling_on(sedan_wheels, 0.01, solver);
        d.run(3.0, solver.max_step);
        CHECK(std::abs(d.vx()) < 1e-6);
        CHECK(cornering(step_s) == doctest::Approx(cornering(1e-3)).epsilon(1e-3));
    }
}

TEST_CASE("steps that are too long for the wheels are rejected with the longest permitted one") {
    constexpr double longest_s = 0.01;
    for (const Integrator integrator : both_integrators) {
        for (const Wheels& wheels : {heavy_wheels, light_wheels, truck_wheels}) {
            const auto make = [&](double step_s) {
                rolling_on(wheels, 0.01, solver_with(integrator, step_s));
            };
            const double good_s = longest_step([&] { make(longest_s); });
            CAPTURE(wheels.mass_kg);
            CHECK(good_s > 1e-3);
            CHECK(good_s < longest_s);
            CHECK(longest_step([&] { make(good_s); }) == 0.0);
        }
    }
    VehicleParams stiff;
    stiff.body.unsprung_mass_kg = 4.0;
    const SolverParams solver = solver_with(Integrator::rk4, 5e-3);
    const auto make = [&](auto model) { Drive(std::move(model), 0.0, stiff, {}, solver); };
    CHECK(longest_step([&] { make(create_seven_dof()); }) == 0.0);
    CHECK(longest_step([&] { make(create_fourteen_dof()); }) > 1e-4);

    VehicleParams quick;
    quick.wheel.inertia_kgm2 = 0.05;
    CHECK(longest_step([&] { Batch(1, quick, {}, solver); }) > 1e-4);
}

TEST_CASE("oversteer does not cause the rejection of a step") {
    VehicleParams vehicle;
    vehicle.body.cg_to_front_axle_m = 1.7;
    CHECK_NOTHROW(Drive(create_seven_dof(), 0.0, vehicle));
    CHECK_NOTHROW(Drive(create_fourteen_dof(), 0.0, vehicle));
}

TEST_CASE("coasting at walking speed has the deceleration of rolling resistance") {
    VehicleParams vehicle;
    vehicle.aero.drag_coefficient = 0.0;
    vehicle.aero.lift_coefficient_front = vehicle.aero.lift_coefficient_rear = 0.0;
    for (const Integrator integrator : both_integrators) {
        for (const double step_s : {1e-3, 5e-3}) {
            const SolverParams solver = solver_with(integrator, step_s);
            Drive d(create_seven_dof(), 1.0, vehicle, {}, solver);
            d.run(2.5, solver.max_step);
            const double radius = vehicle.wheel.radius_m;
            const double inertia =
                vehicle.body.mass_kg + 4.0 * vehicle.wheel.inertia_kgm2 / (radius * radius);
            const double deceleration =
                d.tyre.rolling_resistance * vehicle.body.mass_kg * gravity_mps2 / inertia;
            CHECK(d.vx() == doctest::Approx(1.0 - 2.5 * deceleration).epsilon(1e-3));
        }
    }
}

TEST_CASE("with very light wheels and every permitted step, brakes decelerate a car") {
    for (const Integrator integrator : both_integrators)
        for (const Wheels& wheels :
             {Wheels{1500.0, 0.001, 1.0, 4000.0}, Wheels{1500.0, 0.01, 3.0, 4000.0}})
            for (const double step_s : {2e-3, 5e-3, 1e-2}) {
                const auto make = [&](double length_s) {
                    return rolling_on(wheels, 3.0, solver_with(integrator, length_s));
                };
                const double good_s = longest_step([&] { make(step_s); });
                CAPTURE(step_s);
                REQUIRE(good_s > 0.0);
                REQUIRE(good_s < 1e-3);
                Drive d = make(good_s);
                d.command.brake = 1.0;
                d.run(0.05);
                const double lost_mps = 3.0 - d.vx();
                Drive fine = make(0.25 * good_s);
                fine.command.brake = 1.0;
                fine.run(0.05);
                CHECK(lost_mps > 0.0);
                CHECK(lost_mps == doctest::Approx(3.0 - fine.vx()).epsilon(0.05));
            }
}

}  // namespace stop_test
