// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/batch.hpp>
#include <plant/model.hpp>
#include "dynamics/planar_input.hpp"
#include "dynamics/planar_stepper.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/ride_stepper.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <string>

using namespace plant;

namespace {

Command command_of(std::size_t vehicle, int tick) {
    const auto i = static_cast<double>(vehicle);
    Command command;
    command.steer_rad = 0.02 * i * std::sin(0.003 * tick + i);
    command.throttle = tick < 400 ? 0.1 * i : 0.0;
    command.brake = tick < 500 ? 0.0 : 0.05 * i;
    command.gear = vehicle % 5 == 4 ? Gear::reverse : Gear::drive;
    command.handbrake = vehicle % 7 == 6;
    return command;
}

Contacts contacts_of(std::size_t vehicle) {
    Contacts contacts = graded(0.01 * static_cast<double>(vehicle));
    for (Contact& contact : contacts) contact.friction = 0.3 + 0.1 * static_cast<double>(vehicle);
    return contacts;
}

}  // namespace

TEST_CASE("each vehicle of a batch moves as it would alone") {
    constexpr std::size_t size = 11;  // the last block is not full
    for (const auto& tyre :
         {TyreParams{}, load_tyre(std::string(PLANT_DATA) + "/tyre/sedan.tir")}) {
        for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
            SolverParams solver;
            solver.integrator = integrator;
            const VehicleParams vehicle;
            Batch batch(size, vehicle, tyre, solver);
            std::vector<std::unique_ptr<VehicleDynamics>> alone;
            for (std::size_t i = 0; i < size; ++i) {
                const State start = rolling_state(vehicle, 1.0, 2.0, 0.4 * static_cast<double>(i),
                                                  4.0 * static_cast<double>(i));
                alone.push_back(create_seven_dof());
                alone[i]->initialize(vehicle, tyre, solver);
                alone[i]->reset(start, contacts_of(i));
                batch.reset(i, start, contacts_of(i));
            }
            for (int tick = 0; tick < 1500; ++tick) {
                for (std::size_t i = 0; i < size; ++i) {
                    batch.set_input(i, command_of(i, tick), contacts_of(i));
                    REQUIRE(alone[i]->step(command_of(i, tick), contacts_of(i), millisecond) ==
                            StepStatus::ok);
                }
                REQUIRE(batch.step(millisecond) == 0);
            }
            for (std::size_t i = 0; i < size; ++i) {
                const State a = alone[i]->state();
                const State b = batch.state(i);
                CAPTURE(i);
                CHECK((a.position_m - b.position_m).norm() <= 1e-12 * (1.0 + a.position_m.norm()));
                CHECK((a.velocity_mps - b.velocity_mps).norm() <= 1e-12);
                CHECK(std::abs(a.yaw_rad - b.yaw_rad) <= 1e-12);
                for (std::size_t w = 0; w < 4; ++w) {
                    CHECK(std::abs(a.wheel_spin_radps[w] - b.wheel_spin_radps[w]) <= 1e-10);
                }
            }
        }
    }
}

TEST_CASE("a vehicle that would not stay finite is kept back, the others go on") {
    Batch batch(5, VehicleParams{}, TyreParams{}, SolverParams{});
    const VehicleParams vehicle;
    Contacts broken{};
    broken[1].friction = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = 0; i < 5; ++i) {
        batch.reset(i, rolling_state(vehicle, 0.0, 0.0, 0.0, 10.0), Contacts{});
        batch.set_input(i, Command{}, i == 2 ? broken : Contacts{});
    }
    CHECK(batch.step(millisecond) == 1);
    CHECK(batch.state(2).position_m.x() == 0.0);
    CHECK(batch.state(3).position_m.x() > 0.009);
    CHECK(batch.step(SimDuration{0}) == 0);
}

TEST_CASE("all instruction sets give the same bits") {
    if (!__builtin_cpu_supports("avx2")) TEST_SKIPPED("this processor has no AVX2");
    const PlanarConstants constants = prepare_planar({}, {}, Tracks::two, {});
    PlanarInputMaker inputs(VehicleParams{}, constants);
    const OneInput in = inputs.make(Command{0.05, 0.6, 0.1, Gear::drive, false}, Contacts{});
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        OneState a = planar_start(constants, rolling_state({}, 0.0, 0.0, 0.3, 20.0), in);
        OneState b = a;
        step_planar_baseline(constants, in, integrator, 1e-3, 2000, a);
        step_planar_avx2(constants, in, integrator, 1e-3, 2000, b);
        CHECK(a.x == b.x);
        CHECK(a.yaw == b.yaw);
        CHECK(a.vy == b.vy);
        CHECK(sum(a.spin) == sum(b.spin));
        CHECK(sum(a.slip_y) == sum(b.slip_y));
    }
}

TEST_CASE("all instruction sets give a riding body the same bits") {
    if (!__builtin_cpu_supports("avx2")) TEST_SKIPPED("this processor has no AVX2");
    const PlanarConstants constants = prepare_planar({}, {}, Tracks::two, {});
    const RideConstants ride = prepare_ride({}, {});
    PlanarInputMaker inputs(VehicleParams{}, constants);
    RidingInput in{};
    in.planar = inputs.make(Command{0.05, 0.6, 0.1, Gear::drive, false}, Contacts{});
    in.road_rate = Lanes{0.1, -0.1, 0.02, 0.0};
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        RidingState a{};
        a.planar = planar_start(constants, rolling_state({}, 0.0, 0.0, 0.3, 20.0), in.planar);
        RidingState b = a;
        step_riding_baseline(constants, ride, in, integrator, 1e-3, 500, a);
        step_riding_avx2(constants, ride, in, integrator, 1e-3, 500, b);
        CHECK(a.planar.x == b.planar.x);
        CHECK(a.planar.vy == b.planar.vy);
        CHECK(sum(a.planar.spin) == sum(b.planar.spin));
        CHECK(a.ride.roll == b.ride.roll);
        CHECK(a.ride.pitch_rate == b.ride.pitch_rate);
        CHECK(sum(a.ride.hub_rate) == sum(b.ride.hub_rate));
    }
}

TEST_CASE("all instruction sets give a batch the same bits") {
    std::vector<BatchStepper*> steppers;
    if (__builtin_cpu_supports("avx2")) steppers.push_back(step_batch_avx2);
    if (batch_stepper() == step_batch_avx512) steppers.push_back(step_batch_avx512);
    const PlanarConstants constants = prepare_planar({}, {}, Tracks::two, {});
    BatchBlock start{};
    start.state.vx = Lanes8{} + 20.0;
    start.state.spin = on_all_wheels(62.0);
    start.input.drive = Lanes8{0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
    start.input.cos_steer = on_all_wheels(0.9999);
    start.input.sin_steer = on_all_wheels(0.0141);
    start.input.friction = on_all_wheels(0.8);
    start.input.nz = Lanes8{} + 1.0;
    BatchBlock baseline = start;
    step_batch_baseline(constants, Integrator::rk4, 1e-3, 500, &baseline, 1);
    const double x_m = baseline.state.x[7];
    CHECK(x_m > 9.0);
    for (BatchStepper* stepper : steppers) {
        BatchBlock other = start;
        stepper(constants, Integrator::rk4, 1e-3, 500, &other, 1);
        const auto are_equal = [](const Lanes8& a, const Lanes8& b) {
            bool result = true;
            for (int lane = 0; lane < 8; ++lane) result = result && a[lane] == b[lane];
            return result;
        };
        CHECK(are_equal(baseline.state.x, other.state.x));
        CHECK(are_equal(baseline.state.yaw_rate, other.state.yaw_rate));
        CHECK(are_equal(baseline.state.slip_x.wheel[2], other.state.slip_x.wheel[2]));
    }
}
