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

namespace batch_bits_test {

using namespace plant;

TEST_CASE("all instruction sets give bit-identical results") {
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

TEST_CASE("all instruction sets give bit-identical results for a sprung body") {
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

TEST_CASE("all instruction sets give bit-identical results for a batch and a single vehicle") {
    const PlanarConstants constants = prepare_planar({}, {}, Tracks::two, {});
    const double drive[8] = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8};
    for (const double slope : {0.0, 0.05}) {
        for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
            PlanarInputMaker inputs(VehicleParams{}, constants);
            OneInput in = inputs.make(Command{0.0141}, graded(slope));
            const State rolling = rolling_state({}, 0.0, 0.0, 0.0, 20.0);
            OneState alone[8];
            BatchBlock start{};
            start.state.vx = Lanes8{} + 20.0;
            start.state.spin = on_all_wheels(rolling.wheel_spin_radps[0]);
            for (int wheel = 0; wheel < 4; ++wheel) {
                start.input.cos_steer.wheel[wheel] = Lanes8{} + in.cos_steer[wheel];
                start.input.sin_steer.wheel[wheel] = Lanes8{} + in.sin_steer[wheel];
                start.input.friction.wheel[wheel] = Lanes8{} + in.friction[wheel];
            }
            start.input.nx = Lanes8{} + in.nx;
            start.input.nz = Lanes8{} + in.nz;
            for (int i = 0; i < 8; ++i) {
                alone[i] = OneState{};
                alone[i].vx = 20.0;
                alone[i].spin = splat<Lanes>(rolling.wheel_spin_radps[0]);
                start.input.drive[i] = in.drive = drive[i];
                step_planar_baseline(constants, in, integrator, 1e-3, 500, alone[i]);
            }
            for (const auto set :
                 {InstructionSet::sse2, InstructionSet::avx2, InstructionSet::avx512}) {
                if (set > instruction_set(nullptr)) continue;
                CAPTURE(static_cast<int>(set));
                BatchBlock sut = start;
                REQUIRE(batch_stepper(set)(constants, integrator, 1e-3, 500, &sut, 1) == 0);
                CHECK(sut.state.x[7] > 9.0);
                for (int i = 0; i < 8; ++i) {
                    CHECK(sut.state.x[i] == alone[i].x);
                    CHECK(sut.state.y[i] == alone[i].y);
                    CHECK(sut.state.yaw_rate[i] == alone[i].yaw_rate);
                    CHECK(sut.state.felt_x[i] == alone[i].felt_x);
                    for (int wheel = 0; wheel < 4; ++wheel) {
                        CHECK(sut.state.spin.wheel[wheel][i] == alone[i].spin[wheel]);
                        CHECK(sut.state.slip_x.wheel[wheel][i] == alone[i].slip_x[wheel]);
                        CHECK(sut.state.slip_y.wheel[wheel][i] == alone[i].slip_y[wheel]);
                    }
                }
            }
        }
    }
}

}  // namespace batch_bits_test
