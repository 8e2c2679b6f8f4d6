// SPDX-License-Identifier: MIT
// A program that commands torque and tyre angle, as AutoHYU's controllers do.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/interface/program.hpp>
#include <plant/tyre_params.hpp>

#include <doctest/doctest.h>

namespace torque_program_test {

using namespace std::chrono_literals;
using tests::Finished;
using tests::Scene;

ddc::TableOptions options_for(const Scene& scene) {
    ddc::TableOptions options;
    options.name = scene.table;
    return options;
}

/// Commands the same torque and angle in every cycle.
int torque_program(const ddc::TableOptions& options, double torque_nm) {
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "torque");
    program.input<std::array<double, 4>>("wheel_speed");
    const auto steer = program.output<double>("gripped_steer");
    const auto torque = program.output<double>("gripped_torque");
    const auto accel = program.output<double>("gripped_accel");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 1s) != ddc::Status::ok) continue;
        program.set(steer, 0.0);
        program.set(torque, torque_nm);
        program.set(accel, 1.0);
        static_cast<void>(program.end_cycle());
    }
}

/// Commands the same torques in every cycle, to accelerate straight.
int wheel_torque_program(const ddc::TableOptions& options, std::array<double, 4> torque_nm) {
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "wheels");
    program.input<std::array<double, 4>>("wheel_speed");
    const auto torque = program.output<std::array<double, 4>>("wheel_torque_cmd");
    const auto angle = program.output<double>("wheel_angle_cmd");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 1s) != ddc::Status::ok) continue;
        program.set(torque, torque_nm);
        program.set(angle, 0.0);
        static_cast<void>(program.end_cycle());
    }
}

Finished run(const Scene& scene, const std::string& vehicle = "") {
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 5\nddc: {name: " + scene.table +
                        "}\ntrace: trace.csv\n"
                        "timing: {execution_time: constant, output_delay: none}\n" +
                        vehicle);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config});
}

Finished run_torque(const Scene& scene, double torque_nm) {
    const tests::Child program([&] { return torque_program(options_for(scene), torque_nm); });
    return run(scene);
}

/// From 2 s to 4 s, for the default vehicle with that torque at its wheels.
void check_acceleration(const tests::Trace& trace, double torque_nm) {
    const auto vx_mps = trace.column("vx_mps");
    REQUIRE(vx_mps.size() == 500);
    const double mean_mps = 0.5 * (vx_mps[400] + vx_mps[200]);
    const double rolling_n = plant::TyreParams().rolling_resistance * 1500 * 9.80665;
    const double drag_n = 0.5 * 1.225 * 0.30 * 2.2 * mean_mps * mean_mps;
    const double inertia_kg = 1500 + 4 * 1.2 / (0.32 * 0.32);
    const double expected_mps2 = (torque_nm / 0.32 - rolling_n - drag_n) / inertia_kg;
    CHECK((vx_mps[400] - vx_mps[200]) / 2.0 == doctest::Approx(expected_mps2).epsilon(0.003));
}

TEST_CASE("a program's torque accelerates the vehicle as the same torque at its wheels would") {
    const Scene scene;
    const Finished result = run_torque(scene, 600);
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const tests::Trace trace(scene.scratch.path() / "trace.csv");
    check_acceleration(trace, 600);
    const double vx_mps = trace.column("vx_mps")[400];
    CHECK(trace.column("wheel_speed[0]")[400] == doctest::Approx(vx_mps).epsilon(0.001));
    CHECK(trace.column("wheel_speed[3]")[400] > vx_mps);  // driven: with slip
}

TEST_CASE("a program's torques on the wheels accelerate the vehicle as their sum would") {
    const Scene scene;
    const tests::Child program([&] {
        return wheel_torque_program(options_for(scene), {200, 200, 100, 100});
    });
    const Finished result = run(scene);
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    check_acceleration(tests::Trace(scene.scratch.path() / "trace.csv"), 600);
}

TEST_CASE("a program that sets wheel torques is rejected for a vehicle without wheels") {
    const Scene scene;
    const tests::Child program([&] { return wheel_torque_program(options_for(scene), {}); });
    const Finished result = run(scene, "vehicle: {model: kinematic}\n");
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("choose vehicle.model seven_dof or fourteen_dof") != std::string::npos);
}

}  // namespace torque_program_test
