// SPDX-License-Identifier: MIT
// Programs that drive an actuation vehicle: directly, and by pedals through the converter.
#include "scene.hpp"

#include "../support/watchdog.hpp"
#include "child.hpp"

#include <ddc/interface/program.hpp>
#include <plant/actuation_vehicle.hpp>
#include <plant/angle.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <climits>
#include <cmath>
#include <optional>
#include <string>

namespace actuation_program_test {

using namespace std::chrono_literals;
using tests::Finished;
using tests::Scene;
using tests::Watchdog;

constexpr plant::Actuation command{0.3, 0.0, 1.5};

enum class Drives { by_actuation, by_pedals };

/// Writes the same outputs in every cycle, and ends after a number of cycles.
int constant_program(const std::string& table_name, Drives drives, int cycles = INT_MAX) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "constant");
    std::vector<std::pair<ddc::interface::Output<double>, double>> values;
    std::optional<ddc::interface::Output<std::int32_t>> gear;
    if (drives == Drives::by_actuation) {
        program.input<double>("accel_status");
        program.input<double>("steer_status");
        values.emplace_back(program.output<double>("accel_cmd"), command.accel);
        values.emplace_back(program.output<double>("brake_cmd"), command.brake);
        values.emplace_back(program.output<double>("steer_cmd"), command.steer);
        gear = program.output<std::int32_t>("gear_cmd");
    } else {
        values.emplace_back(program.output<double>("set_gas"), 0.5);
        values.emplace_back(program.output<double>("set_steering"), 0.0);
    }
    program.publish();
    while (cycles > 0) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        --cycles;
        for (const auto& [output, value] : values) program.set(output, value);
        if (gear) program.set(*gear, std::int32_t{2});
        static_cast<void>(program.end_cycle());
    }
    return 0;
}

Finished run(const Scene& scene, Drives drives, const std::string& vehicle,
             const std::string& more = "timing: {execution_time: constant, output_delay: none}\n",
             const std::string& seconds = "4") {
    const tests::Child program([&] { return constant_program(scene.table, drives); });
    const auto config = scene.scratch.write(
        "run.yaml",
        "ddc: {name: " + scene.table + "}\ntrace: trace.csv\nvehicle: {" + vehicle + "}\n" + more);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config, "--duration", seconds,
                                      "--summary", scene.scratch.path() / "summary.json"});
}

nlohmann::json summary_of(const Scene& scene) {
    return nlohmann::json::parse(tests::read_file(scene.scratch.path() / "summary.json"));
}

TEST_CASE("a converter that contradicts its model is driven with a warning if allowed") {
    const Watchdog watchdog;
    const Scene scene;
    scene.scratch.write("converter.yaml", "convert_steer_cmd: true\nconvert_accel_cmd: false\n");
    const auto config = scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table +
                        "}\nduration_s: 0.5\nvehicle: {model: actuation_cmd, "
                        "converter: {file: converter.yaml, allow_mismatch: true}}\n");
    const tests::Child program([&] { return constant_program(scene.table, Drives::by_pedals); });
    for (const char* verb : {"validate", "run"}) {
        const Finished driven = tests::run(scene.scratch, {"ddc-gateway", verb, config});
        CHECK(driven.exit_code == 0);
        CHECK(driven.err.find("converter.yaml: convert_accel_cmd: contradicts") !=
              std::string::npos);
    }
}

TEST_CASE("a program's actuation moves each model as the model alone would move") {
    const Watchdog watchdog;
    for (const plant::Model model :
         {plant::Model::actuation_cmd, plant::Model::actuation_cmd_steer_map,
          plant::Model::actuation_cmd_vgr, plant::Model::actuation_cmd_mechanical}) {
        const std::string name(plant::info(model).name);
        CAPTURE(name);
        const Scene scene;
        const Finished result =
            run(scene, Drives::by_actuation, "model: " + name + ", step_s: 0.01");
        INFO("standard error: " << result.err);
        REQUIRE(result.exit_code == 0);

        plant::ActuationParams params;
        params.nominal_step_s = 0.01;
        plant::ActuationVehicle alone(model, params);
        const tests::Trace trace(scene.scratch.path() / "trace.csv");
        const auto vx_mps = trace.column("vx_mps"), yaw_rad = trace.column("yaw_rad");
        const auto accel = trace.column("accel_status"), steer = trace.column("steer_status");
        REQUIRE(vx_mps.size() == 400);
        for (std::size_t i = 0; i < vx_mps.size(); ++i) {
            CAPTURE(i);
            REQUIRE(vx_mps[i] == doctest::Approx(alone.state().vx_mps).epsilon(1e-9));
            REQUIRE(yaw_rad[i] ==
                    doctest::Approx(std::remainder(alone.state().yaw_rad, 2 * plant::pi))
                        .epsilon(1e-9));
            if (i > 0) {
                REQUIRE(accel[i] == doctest::Approx(alone.status().accel).epsilon(1e-9));
                REQUIRE(steer[i] == doctest::Approx(alone.status().steer).epsilon(1e-9));
            }
            alone.update({command, 0, 2}, 0.01);
        }
        CHECK(vx_mps.back() > 3);
    }
}

TEST_CASE("the actuation commands of a recording move the vehicle again as in its run") {
    const Watchdog watchdog;
    const Scene scene;
    const std::string timing = "timing: {execution_time: constant, output_delay: none}\n";
    REQUIRE(run(scene, Drives::by_actuation, "model: actuation_cmd, step_s: 0.01",
                timing + "record: run.mcap\n")
                .exit_code == 0);
    const auto vehicle = scene.scratch.write("vehicle.yaml", "model: actuation_cmd\n");
    const auto output = scene.scratch.path() / "out.csv";
    const Finished result =
        tests::run(scene.scratch, {"ddc-gateway", "replay", vehicle, "--inputs",
                                   scene.scratch.path() / "run.mcap", "--output", output});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const tests::Trace driven(scene.scratch.path() / "trace.csv"), replayed(output);
    const auto t_s = driven.column("t_s"), vx_mps = driven.column("vx_mps"),
               yaw_rad = driven.column("yaw_rad");
    const auto t = replayed.column("t"), vx = replayed.column("vx"), yaw = replayed.column("yaw");
    REQUIRE(t.size() + 1 == t_s.size());
    for (std::size_t i = 0; i < t.size(); ++i) {  // a row of the replay is the end of its step
        CAPTURE(i);
        REQUIRE(t[i] == doctest::Approx(t_s[i + 1]).epsilon(1e-9));
        REQUIRE(vx[i] == doctest::Approx(vx_mps[i + 1]).epsilon(1e-9));
        REQUIRE(std::abs(std::remainder(yaw[i] - yaw_rad[i + 1], 2 * plant::pi)) < 1e-8);
    }
    CHECK(vx.back() > 3);
}

TEST_CASE("pedals drive an actuation vehicle through the converter") {
    const Watchdog watchdog;
    const Scene scene;
    const Finished result = run(scene, Drives::by_pedals,
                                "model: actuation_cmd_vgr, converter: {max_acceleration_mps2: 2}");
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const auto vx_mps = tests::Trace(scene.scratch.path() / "trace.csv").column("vx_mps");
    CHECK((vx_mps[390] - vx_mps[190]) / 2.0 == doctest::Approx(0.5 * 2).epsilon(0.01));
}

TEST_CASE("an actuation vehicle is driven in real time too, in both ways") {
    const Watchdog watchdog;
    for (const Drives drives : {Drives::by_actuation, Drives::by_pedals}) {
        const Scene scene;
        const Finished result =
            run(scene, drives,
                drives == Drives::by_pedals ? "model: actuation_cmd_vgr, converter: {}"
                                            : "model: actuation_cmd_vgr",
                "mode: realtime\nrealtime: {period_s: 0.02, program_timeout_s: 10}\n", "2");
        INFO("standard error: " << result.err);
        CHECK(result.exit_code % 3 == 0);  // 3: fail-safe until the program's first outputs
        CHECK(summary_of(scene)["mode"] == "realtime");
        CHECK(summary_of(scene)["vehicle"]["vx_mps"] > 0.5);
    }
}

TEST_CASE("outputs that do not move the vehicle are rejected with a remedy") {
    const Watchdog watchdog;
    const auto refused = [](Drives drives, const std::string& vehicle, const std::string& advice) {
        const Scene scene;
        const Finished result = run(scene, drives, vehicle);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.err.find(advice) != std::string::npos);
    };
    refused(Drives::by_pedals, "model: actuation_cmd", "write `converter: {}` under `vehicle`");
    refused(Drives::by_actuation, "model: bicycle", "choose a vehicle.model such as actuation_cmd");
}

TEST_CASE("a lost program leaves an actuation vehicle that brakes to a standstill") {
    const Watchdog watchdog;
    const Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 4\nddc: {name: " + scene.table +
                        "}\nprogram: {on_loss: failsafe, answer_timeout_s: 0.2}\ntrace: trace.csv\n"
                        "vehicle: {model: actuation_cmd, start: {vx_mps: 6}}\n");
    const tests::Child program(
        [&] { return constant_program(scene.table, Drives::by_actuation, 50); });
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                                       scene.scratch.path() / "summary.json"});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 3);
    CHECK(summary_of(scene)["vehicle"]["vx_mps"] == 0);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    REQUIRE(at != std::string::npos);
    return text.replace(at, what.size(), by);
}

TEST_CASE("the unchanged autopilot keeps the demo's actuation vehicle on the route") {
    const Scene scene;
    const std::string demo = std::string(PROJECT_DIRECTORY) + "/programs/demo/";
    std::string text = tests::read_file(demo + "actuation.yaml");
    text = replaced(text, "actuation: ", "actuation: " + demo);
    text = replaced(text, "file: ", "file: " + demo);
    text = replaced(text, "../../out/demo/actuation.csv", "trace.csv");
    const auto config =
        scene.scratch.write("run.yaml", text + "ddc: {name: " + scene.table + "}\n");
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                                       scene.scratch.path() / "summary.json"});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const auto summary = summary_of(scene);
    CHECK(summary["route"]["max_m"].get<double>() < 0.6);
    CHECK(summary["vehicle"]["vx_mps"].get<double>() == doctest::Approx(0).epsilon(0.01));
    // 2 m before the end of the route
    CHECK(summary["vehicle"]["x_m"].get<double>() == doctest::Approx(135.2).epsilon(0.01));
}

}  // namespace actuation_program_test
