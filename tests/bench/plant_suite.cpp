// SPDX-License-Identifier: MIT
#include "suites.hpp"

#include <plant/batch.hpp>
#include <plant/model.hpp>
#include <plant/sim_session.hpp>
#include <plant/vehicle_dynamics.hpp>

#include <cmath>

namespace bench {
namespace {

constexpr int step_calls = 20'000;
constexpr plant::SimDuration step{1'000'000};

/// A fixed computation: a chain of 500 dependent multiplications and additions.
double yardstick_ns() {
    volatile double start = 0.5;
    const auto chain = [&] {
        double x = start;
        for (int i = 0; i < 500; ++i) x = x * 0.999 + 0.002;
        start = x;
    };
    return ns_per_call(step_calls, chain);
}

using Factory = std::unique_ptr<plant::VehicleDynamics> (*)();

/// The sedan with or without all parts of the brake control.
plant::VehicleParams sedan(bool has_brake_control) {
    plant::VehicleParams vehicle;
    plant::BrakeControlParams& parts = vehicle.brake_control;
    for (bool* enabled : {&parts.valve.enabled, &parts.lag.enabled, &parts.abs.enabled,
                          &parts.traction.enabled, &parts.esc.enabled})
        *enabled = has_brake_control;
    return vehicle;
}

/// One 1 ms step of a sedan that corners and brakes a little, so that no branch is trivial.
double step_ns(Factory factory, plant::Integrator integrator, bool has_brake_control = false) {
    const auto car = factory();
    const plant::VehicleParams vehicle = sedan(has_brake_control);
    plant::SolverParams solver;
    solver.integrator = integrator;
    car->initialize(vehicle, plant::TyreParams{}, solver);
    const plant::Contacts ground{};
    car->reset(plant::rolling_state(vehicle, 0.0, 0.0, 0.0, 25.0), ground);
    const plant::Command command{0.02, 0.3, 0.0, plant::Gear::drive, false};
    return ns_per_call(step_calls, [&] { keep(car->step(command, ground, step)); });
}

/// The same step as a tick of a session without observers.
double tick_ns(plant::Integrator integrator) {
    plant::SessionConfig config;
    config.solver.integrator = integrator;
    plant::SimSession session(plant::create_seven_dof(), plant::create_flat_ground(), config);
    session.reset(plant::rolling_state(config.vehicle, 0.0, 0.0, 0.0, 25.0));
    session.set_input({0.02, 0.3, 0.0, plant::Gear::drive, false});
    return ns_per_call(step_calls, [&] { keep(session.tick(step)); });
}

/// One 1 ms step of a thousand such cars, per car.
double batch_step_ns(plant::Integrator integrator, bool has_brake_control = false) {
    constexpr std::size_t size = 1000;
    const plant::VehicleParams vehicle = sedan(has_brake_control);
    plant::SolverParams solver;
    solver.integrator = integrator;
    plant::Batch batch(size, vehicle, plant::TyreParams{}, solver);
    const plant::Contacts ground{};
    for (std::size_t i = 0; i < size; ++i) {
        const double part = static_cast<double>(i) / size;
        batch.reset(i, plant::rolling_state(vehicle, 0.0, 0.0, part, 20.0 + 10.0 * part), ground);
        batch.set_input(i, {0.02 * part, 0.3, 0.0, plant::Gear::drive, false}, ground);
    }
    return ns_per_call(100, [&] { keep(batch.step(step)); }) / size;
}

Result measure(const char* name, Factory factory, plant::Integrator integrator) {
    return compare(Measured{name, [=] { return step_ns(factory, integrator); }},
                   Measured{"chain of 500 multiply-adds", yardstick_ns}, "ns");
}

Result measure_tick(const char* name, plant::Integrator integrator) {
    return compare(
        Measured{name, [=] { return tick_ns(integrator); }},
        Measured{"L2 step", [=] { return step_ns(plant::create_seven_dof, integrator); }}, "ns");
}

Result measure_batch(const char* name, plant::Integrator integrator) {
    return compare(Measured{name, [=] { return batch_step_ns(integrator); }},
                   Measured{"chain of 500 multiply-adds", yardstick_ns}, "ns");
}

/// A step with brake control, compared with one without.
Result measure_controlled(const char* name, Factory factory, plant::Integrator integrator) {
    return compare(Measured{name, [=] { return step_ns(factory, integrator, true); }},
                   Measured{"without it", [=] { return step_ns(factory, integrator); }}, "ns");
}

Result measure_controlled_batch(const char* name, plant::Integrator integrator) {
    return compare(Measured{name, [=] { return batch_step_ns(integrator, true); }},
                   Measured{"without it", [=] { return batch_step_ns(integrator); }}, "ns");
}

}  // namespace

std::vector<Result> plant_vehicle() {
    using ::plant::Integrator;
    return {
        measure("L0 rk4 step", plant::create_kinematic, Integrator::rk4),
        measure("L2 rk4 step", plant::create_seven_dof, Integrator::rk4),
        measure("L3 rk4 step", plant::create_fourteen_dof, Integrator::rk4),
        measure("L1 semi-implicit step", plant::create_bicycle, Integrator::semi_implicit),
        measure("L2 semi-implicit step", plant::create_seven_dof, Integrator::semi_implicit),
        measure_tick("L2 rk4 tick of a session", Integrator::rk4),
        measure_tick("L2 semi-implicit tick of a session", Integrator::semi_implicit),
        measure_batch("L2 rk4 step, per car of 1000", Integrator::rk4),
        measure_batch("L2 semi-implicit step, per car of 1000", Integrator::semi_implicit),
        measure_controlled("L2 rk4 step with brake control", plant::create_seven_dof,
                           Integrator::rk4),
        measure_controlled("L3 rk4 step with brake control", plant::create_fourteen_dof,
                           Integrator::rk4),
        measure_controlled("L2 semi-implicit step with brake control", plant::create_seven_dof,
                           Integrator::semi_implicit),
        measure_controlled_batch("L2 rk4 step with brake control, per car of 1000",
                                 Integrator::rk4),
        measure_controlled_batch("L2 semi-implicit step with brake control, per car of 1000",
                                 Integrator::semi_implicit),
    };
}

}  // namespace bench
