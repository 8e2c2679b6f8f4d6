// SPDX-License-Identifier: MIT
#include "brake_runs.hpp"
#include "drive.hpp"

#include <plant/batch.hpp>
#include "brakes/controlled_stepper.hpp"
#include "dynamics/attitude.hpp"
#include "dynamics/prepare_planar.hpp"
#include "dynamics/ride_stepper.hpp"
#include "models/block_lane.hpp"
#include "skip.hpp"

#include <doctest/doctest.h>

#include <cstring>

namespace brake_bits_test {

using namespace plant;

namespace {

bool same(const Lanes& a, const Lanes& b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

bool same(const OneState& a, const OneState& b) {
    return a.x == b.x && a.y == b.y && a.yaw == b.yaw && a.vx == b.vx && a.vy == b.vy &&
           a.yaw_rate == b.yaw_rate && same(a.spin, b.spin) && same(a.slip_x, b.slip_x) &&
           same(a.slip_y, b.slip_y);
}

bool same(const OneControlState& a, const OneControlState& b) {
    return a.reference == b.reference && a.throttle_share == b.throttle_share &&
           a.traction_active == b.traction_active && a.esc_active == b.esc_active &&
           same(a.torque, b.torque) && same(a.rim, b.rim) && same(a.cycling, b.cycling);
}

/// A car that all parts of the brake control act on: it brakes or accelerates in a bend, on
/// friction that differs between the wheels.
struct Scene {
    explicit Scene(const Command& command, double vx_mps)
        : constants(prepare_planar(vehicle, {}, Tracks::two, {})),
          control(prepare_control(vehicle)),
          input(PlanarInputMaker(vehicle, constants).make(command, contacts())),
          asked(control_input(command)),
          start(planar_start(constants, rolling_state(vehicle, 0.0, 0.0, 0.3, vx_mps), input)),
          controls(control_start(constants, start)) {}

    static Contacts contacts() {
        Contacts contacts;
        const double friction[] = {0.5, 0.3, 0.45, 0.2};
        for (std::size_t i = 0; i < 4; ++i) contacts[i].friction = friction[i];
        return contacts;
    }

    VehicleParams vehicle = controlled_sedan();
    PlanarConstants constants;
    ControlConstants control;
    OneInput input;
    OneControlInput asked;
    OneState start;
    OneControlState controls;
};

Command braking() {
    return Command{0.05, 0.0, 0.9};
}
Command accelerating() {
    return Command{-0.08, 1.0, 0.0};
}

}  // namespace

TEST_CASE("controlled steps are bit-identical with all instruction sets") {
    if (!__builtin_cpu_supports("avx2")) TEST_SKIPPED("this processor has no AVX2");
    for (const Command& command : {braking(), accelerating()}) {
        for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
            Scene a(command, 25.0), b(command, 25.0);
            step_controlled_baseline(a.constants, a.control, a.input, a.asked, integrator, 1e-3,
                                     2000, a.start, a.controls);
            step_controlled_avx2(b.constants, b.control, b.input, b.asked, integrator, 1e-3, 2000,
                                 b.start, b.controls);
            CHECK(same(a.start, b.start));
            CHECK(same(a.controls, b.controls));
            CHECK(same(a.input.brake, b.input.brake));
            CHECK(a.input.drive == b.input.drive);
        }
    }
}

TEST_CASE("controlled steps of a sprung body are bit-identical with all instruction sets") {
    if (!__builtin_cpu_supports("avx2")) TEST_SKIPPED("this processor has no AVX2");
    const RideConstants ride = prepare_ride(controlled_sedan(), {});
    for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
        Scene a(braking(), 25.0), b(braking(), 25.0);
        RidingState state_a{a.start, {}}, state_b{b.start, {}};
        RidingInput input_a{a.input, {}}, input_b{b.input, {}};
        step_controlled_riding_baseline(a.constants, ride, a.control, input_a, a.asked, integrator,
                                        1e-3, 1500, state_a, a.controls);
        step_controlled_riding_avx2(b.constants, ride, b.control, input_b, b.asked, integrator,
                                    1e-3, 1500, state_b, b.controls);
        CHECK(same(state_a.planar, state_b.planar));
        CHECK(state_a.ride.roll == state_b.ride.roll);
        CHECK(same(state_a.ride.hub_rate, state_b.ride.hub_rate));
        CHECK(same(a.controls, b.controls));
    }
}

TEST_CASE("controlled steps of a batch are bit-identical to those of each vehicle alone") {
    for (ControlledBatchStepper* stepper :
         {step_controlled_batch_baseline,
          __builtin_cpu_supports("avx2") ? step_controlled_batch_avx2 : nullptr,
          __builtin_cpu_supports("avx512dq") ? step_controlled_batch_avx512 : nullptr}) {
        if (stepper == nullptr) continue;
        for (const auto integrator : {Integrator::rk4, Integrator::semi_implicit}) {
            BatchBlock block{};
            ControlBlock controls{};
            std::vector<Scene> scenes;
            for (int lane = 0; lane < 8; ++lane) {
                const Scene& scene = scenes.emplace_back(lane % 2 == 0 ? braking() : accelerating(),
                                                         10.0 + 3.0 * lane);
                put_lane(block.state, lane, scene.start);
                put_lane(block.input, lane, scene.input);
                put_lane(controls.state, lane, scene.controls);
                put_lane(controls.input, lane, scene.asked);
            }
            const Scene& any = scenes.front();
            stepper(any.constants, any.control, integrator, 1e-3, 1000, &block, &controls, 1);
            for (int lane = 0; lane < 8; ++lane) {
                Scene& alone = scenes[static_cast<std::size_t>(lane)];
                step_controlled_baseline(alone.constants, alone.control, alone.input, alone.asked,
                                         integrator, 1e-3, 1000, alone.start, alone.controls);
                CHECK(same(lane_of(controls.state, lane), alone.controls));
                alone.start.yaw = wrapped(alone.start.yaw);
                CHECK(same(lane_of(block.state, lane), alone.start));
            }
        }
    }
}

TEST_CASE("a batch with brake control moves as single vehicles do") {
    const VehicleParams vehicle = controlled_sedan();
    constexpr std::size_t count = 11;
    Batch batch(count, vehicle, {}, {});
    std::vector<Drive> alone;
    std::vector<double> rows;
    for (std::size_t i = 0; i < count; ++i) {
        Drive& d = alone.emplace_back(create_seven_dof(), 10.0 + static_cast<double>(i), vehicle);
        d.command = i % 2 == 0 ? braking() : accelerating();
        batch.reset(i, rolling_state(vehicle, 0.0, 0.0, 0.0, 10.0 + static_cast<double>(i)), {});
        rows.insert(rows.end(),
                    {d.command.steer_rad, d.command.throttle, d.command.brake, 1.0, 0.0});
    }
    for (int tick = 0; tick < 200; ++tick) {
        batch.set_commands(rows.data());
        REQUIRE(batch.step(5 * millisecond) == 0);
    }
    for (std::size_t i = 0; i < count; ++i) {
        alone[i].run(1.0, 5 * millisecond);
        CHECK(batch.state(i).position_m == alone[i].output.state.position_m);
        CHECK(batch.state(i).wheel_spin_radps == alone[i].output.state.wheel_spin_radps);
    }
}

TEST_CASE("after a restore in the middle of an intervention the run is bit-identical") {
    for (const Model model : controlled_models) {
        SessionConfig config;
        config.vehicle = controlled_sedan();
        GroundParams ground;
        ground.friction = 0.4;
        SimSession sut(create_model(model), create_ground(ground), config);
        sut.reset(rolling_state(config.vehicle, 0.0, 0.0, 0.0, 30.0));
        const auto drive = [&](int ticks) {
            for (int i = 0; i < ticks; ++i) REQUIRE(sut.tick(millisecond) == StepStatus::ok);
        };
        Command command = braking();
        command.traction_off = true;
        sut.set_input(command);
        drive(700);
        REQUIRE(sut.output().abs_active != PerWheel{});
        const Snapshot middle = sut.snapshot();
        drive(800);
        const Snapshot end = sut.snapshot();
        sut.restore(middle);
        CHECK(sut.snapshot() == middle);
        CHECK(sut.input().traction_off);
        drive(800);
        CHECK(sut.snapshot() == end);
    }
}

}  // namespace brake_bits_test
