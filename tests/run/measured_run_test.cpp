// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include <doctest/doctest.h>
#include <spdlog/fmt/fmt.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>

namespace measured_run_test {

using tests::Finished;
using tests::Scene;
using tests::ScratchDirectory;
using tests::Trace;

const std::string demo = std::string(PROJECT_DIRECTORY) + "/programs/demo/";

std::string with_table(const ScratchDirectory& scratch, const std::string& exec,
                       const std::string& more) {
    return scratch.write("run.yaml", "ddc: {name: test." + scratch.path().filename().string() +
                                         "}\nprogram: {exec: " + exec + "}\nroute: {file: " + demo +
                                         "route.csv}\n" + more);
}

TEST_CASE("both autopilots stay within 0.15 m of the route and stop at its end") {
    for (const char* exec : {"[autopilot, ddc, \"4000\"]", "[autopilot_basic, \"4000\"]"}) {
        CAPTURE(exec);
        ScratchDirectory scratch;
        const auto config =
            with_table(scratch, exec, "duration_s: 120\ntiming: {execution_time: constant}\n");
        const auto summary = scratch.path() / "summary.json";
        const Finished result =
            tests::run(scratch, {"ddc-gateway", "run", config, "--summary", summary});
        INFO("standard error: " << result.err);
        REQUIRE(result.exit_code == 0);
        const auto json = nlohmann::json::parse(tests::read_file(summary));
        CHECK(json["cycles"] == 12000);
        CHECK(json["sim_time_s"] == doctest::Approx(120));
        CHECK(json["route"]["max_m"].get<double>() < 0.15);
        CHECK(json["vehicle"]["vx_mps"].get<double>() == doctest::Approx(0).epsilon(0.01));
        // The autopilot stops 0.8 m before the last point of the route, (135.184, 313.509).
        CHECK(json["vehicle"]["x_m"].get<double>() == doctest::Approx(135.9).epsilon(0.003));
        for (const char* key : {"mode", "interface", "seed", "exit_reason"})
            CHECK(json.contains(key));
        for (const char* key :
             {"wall_time_s", "real_time_factor", "execution_time_s", "cycle_latency_us"})
            CHECK(json["timing"].contains(key));
    }
}

TEST_CASE("a profile has a line for each phase of every cycle and step, only on request") {
    ScratchDirectory scratch;
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]", "duration_s: 1\n");
    const Finished plain = tests::run(scratch, {"ddc-gateway", "run", config});
    const Finished result = tests::run(scratch, {"ddc-gateway", "run", config, "--profile"});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(plain.out.find("wait for the program") == std::string::npos);
    for (const char* phase : {"inputs", "wait for the program", "read", "convert", "observers"})
        CHECK(result.out.find(fmt::format("\n{:<22}{:>10}", phase, 100)) != std::string::npos);
    for (const char* phase : {"sleep", "vehicle"})
        CHECK(result.out.find(fmt::format("\n{:<22}{:>10}", phase, 1000)) != std::string::npos);
}

std::string with_value(std::string text, const std::string& from, const std::string& to) {
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("a value of the command line applies to that run, and the summary names it") {
    ScratchDirectory scratch;
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]",
                                   "duration_s: 0.2\nvehicle: {start: {vx_mps: 3}}\n"
                                   "trace: out/trace.csv\n");
    const auto summary = scratch.path() / "summary.json";
    const Finished result =
        tests::run(scratch, {"ddc-gateway", "run", config, "--set", "vehicle.start.vx_mps=9",
                             "--set", "vehicle.parameters.mass_kg=1400", "--summary", summary});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    const auto json = nlohmann::json::parse(tests::read_file(summary));
    CHECK(json["vehicle"]["vx_mps"].get<double>() > 8);
    CHECK(json["set"]["vehicle.start.vx_mps"] == "9");
    CHECK(json["set"]["vehicle.parameters.mass_kg"] == "1400");
    CHECK(result.out.find("vehicle.parameters.mass_kg=1400") != std::string::npos);
    CHECK(Trace(scratch.path() / "out/trace.csv").rows() == 20);
}

TEST_CASE("a value that cannot be set is rejected with its path") {
    ScratchDirectory scratch;
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]", "duration_s: 0.2\n");
    const auto refusal = [&](const std::string& setting) {
        const Finished result =
            tests::run(scratch, {"ddc-gateway", "validate", config, "--set", setting});
        CHECK_MESSAGE(result.exit_code == 2, setting, ": ", result.err);
        return result.err;
    };
    CHECK(refusal("vehicle.parameters.body.mass_kg=-1")
              .find("body.mass_kg: must be 10 to 100000, is -1") != std::string::npos);
    CHECK(refusal("vehicle.parameters.body.mas_kg=1").find("did you mean mass_kg?") !=
          std::string::npos);
    CHECK(refusal("data_port.targets=[{rate_hz: 50}]").find("a list of such values") !=
          std::string::npos);
    CHECK(refusal("program.exec[7]=x").find("--set program.exec[7]: ") != std::string::npos);
    CHECK(refusal("vehicle.start").find("must be PATH=VALUE") != std::string::npos);
    CHECK(tests::run(scratch, {"ddc-gateway", "validate", config, "--set", "duration_s=3"})
              .exit_code == 0);
}

TEST_CASE("a vehicle that rolls over ends its run, and the summary reports it") {
    ScratchDirectory scratch;
    const std::string data = std::string(PROJECT_DIRECTORY) + "/plant/data/";
    const auto tall =
        scratch.write("tall.yaml", with_value(tests::read_file(data + "vehicle/sedan.yaml"),
                                              "cg_height_m: 0.55", "cg_height_m: 1.3"));
    const auto steep = scratch.write(
        "steep.yaml",
        with_value(tests::read_file(data + "ground/flat.yaml"), "bank: 0.0", "bank: 0.9"));
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]",
                                   "duration_s: 10\nvehicle: {parameters: " + tall.string() +
                                       ", ground: " + steep.string() + "}\n");
    const auto summary = scratch.path() / "summary.json";
    const Finished result =
        tests::run(scratch, {"ddc-gateway", "run", config, "--summary", summary});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 1);
    const auto json = nlohmann::json::parse(tests::read_file(summary));
    CHECK(json["exit_reason"] == "rolled_over");
    CHECK(json["error"].get<std::string>().find("rolled over") != std::string::npos);
    CHECK(json["sim_time_s"].get<double>() < 5.0);
}

TEST_CASE("--pace holds a measured run to the wall clock, and changes no result") {
    ScratchDirectory scratch;
    const auto config =
        with_table(scratch, "[autopilot_basic, \"4000\"]",
                   "duration_s: 1\ntrace: trace.csv\n"
                   "timing: {execution_time: constant, constant_execution_time_s: 0.0035}\n");
    const auto summary = scratch.path() / "summary.json";
    const auto trace_at = [&](std::vector<std::string> pace, double at_most) {
        std::vector<std::string> words{"ddc-gateway", "run", config, "--summary", summary};
        words.insert(words.end(), pace.begin(), pace.end());
        const Finished result = tests::run(scratch, words);
        INFO("standard error: " << result.err);
        REQUIRE(result.exit_code == 0);
        const auto json = nlohmann::json::parse(tests::read_file(summary));
        CHECK(json["sim_time_s"] == doctest::Approx(1));
        // Only the time of its last steps may be missing.
        CHECK(json["timing"]["real_time_factor"].get<double>() < at_most * 1.02);
        return tests::read_file(scratch.path() / "trace.csv");
    };
    const std::string free = trace_at({}, 1e9);
    CHECK(trace_at({"--pace", "1"}, 1) == free);
    CHECK(trace_at({"--pace", "2"}, 2) == free);
}

TEST_CASE("a run held to the wall clock ends immediately when it is stopped") {
    ScratchDirectory scratch;
    // A step of 10 s at a hundredth of the wall clock's pace: 1,000 s until the next.
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]",
                                   "vehicle: {model: kinematic, step_s: 10}\ntrace: trace.csv\n");
    tests::Command sut(scratch, {"ddc-gateway", "run", config, "--pace", "0.01"});
    sut.wait_for_stderr("started the program");
    sut.signal(SIGTERM);
    const Finished result = sut.finish(std::chrono::seconds(20));
    CHECK(result.exit_code != -1);
}

TEST_CASE("--pace is rejected where the wall clock sets the pace already") {
    ScratchDirectory scratch;
    const auto config = with_table(scratch, "[autopilot_basic, \"4000\"]", "mode: realtime\n");
    const Finished result = tests::run(scratch, {"ddc-gateway", "run", config, "--pace", "2"});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find(
              "--pace: is for measured mode; in realtime mode use `realtime: {time_scale: 2}`") !=
          std::string::npos);
}

TEST_CASE("two runs with constant execution time give byte-identical traces") {
    ScratchDirectory scratch;
    const auto config =
        with_table(scratch, "[autopilot_basic, \"4000\"]",
                   "duration_s: 20\ntrace: trace.csv\n"
                   "timing: {execution_time: constant, constant_execution_time_s: 0.0035}\n");
    REQUIRE(tests::run(scratch, {"ddc-gateway", "run", config}).exit_code == 0);
    const std::string first = tests::read_file(scratch.path() / "trace.csv");
    REQUIRE(tests::run(scratch, {"ddc-gateway", "run", config}).exit_code == 0);
    CHECK(first.size() > 100'000);
    CHECK(tests::read_file(scratch.path() / "trace.csv") == first);
}

TEST_CASE("a program written with the helper keeps its speed") {
    const Scene scene;
    const Finished result =
        tests::run(scene.scratch,
                   {"ddc-gateway", "run",
                    scene.scratch.write("run.yaml", "duration_s: 60\nddc: {name: " + scene.table +
                                                        "}\nprogram: {exec: [cruise, \"4000\"]}"
                                                        "\ntrace: trace.csv\n")});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == 6000);
    CHECK(trace.column("true_velocity").front() < 1);
    CHECK(trace.column("true_velocity").back() == doctest::Approx(50).epsilon(0.02));
    CHECK(trace.column("set_gas").back() > 0);
    CHECK(scene.is_clean());
}

TEST_CASE("a trace has a row a cycle: times of the timing model, every bound signal") {
    const Scene scene;
    const Finished result = tests::run(
        scene.scratch,
        {"ddc-gateway", "run",
         scene.scratch.write("run.yaml",
                             "duration_s: 0.1\nddc: {name: " + scene.table +
                                 "}\nprogram: {exec: [faulty_program, \"4000\", none]}\n"
                                 "trace: trace.csv\n"
                                 "timing: {execution_time_scale: 200, output_delay: execution_time}"
                                 "\n")});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == 10);
    for (std::size_t i = 0; i < 10; ++i) {
        const double t_s = 0.01 * static_cast<double>(i);
        CHECK(trace.column("t_s")[i] == doctest::Approx(t_s));
        CHECK(trace.column("delta_sec")[i] == doctest::Approx(i == 0 ? 0 : 0.01));
        // The program reports 10 us, the target is 200 times slower.
        CHECK(trace.column("execution_time_s")[i] == doctest::Approx(0.002));
        CHECK(trace.column("act_s")[i] == doctest::Approx(t_s + 0.002));
        CHECK(trace.column("failsafe")[i] == 0);
        CHECK(trace.column("set_steering")[i] == 10);
        CHECK(trace.column("set_gas")[i] == 0.1);
        CHECK(trace.column("set_braking")[i] == 0);
        CHECK(std::isfinite(trace.column("true_velocity")[i]));
    }
}

}  // namespace measured_run_test
