// SPDX-License-Identifier: MIT
// Ports with custom names, of a program in a separate process: it gets the values that
// `program.ports` specifies.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace ports_test {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using interface::BasicType;
using tests::Finished;
using tests::Scene;
using tests::Trace;

/// Returns each input as an output, and counts on a port of both directions.
int mirror_program(const std::string& table_name) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    interface::Program program(table, 0x4000, "mirror");
    const auto flag = program.input<bool>("my_flag");
    const auto number = program.input<std::complex<double>>("impedance");
    const auto place = program.input<interface::Vec3>("goal");
    const auto limit = program.input<double>("upper_speed_limit");
    const auto speed = program.input<double>("speed");
    const auto [asked, counted] = program.input_output<std::int32_t>("counter");
    const auto flag_read = program.output<bool>("flag_seen");
    const auto number_read = program.output<std::complex<double>>("impedance_seen");
    const auto position_read = program.output<interface::Vec3>("goal_seen");
    const auto limit_read = program.output<double>("limit_seen");
    const auto speed_read = program.output<double>("speed_seen");
    const auto pedal = program.output<double>("pedal");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(flag_read, program.get(flag));
        program.set(number_read, program.get(number));
        program.set(position_read, program.get(place));
        program.set(limit_read, program.get(limit));
        program.set(speed_read, program.get(speed));
        program.set(counted, program.get(asked) + 1);
        program.set(pedal, 40.0);
        static_cast<void>(program.end_cycle());
    }
}

constexpr const char* rules =
    "  ports:\n"
    "    my_flag: {constant: true}\n"
    "    impedance: {constant: [1.5, -2]}\n"
    "    goal: {constant: [1, 2, 3]}\n"
    "    upper_speed_limit: {csv: limits.csv, column: limit, time: at_s, interpolation: linear}\n"
    "    speed: {signal: true_velocity, unit: m/s}\n"
    "    counter: {input: {csv: limits.csv, column: count, time: at_s}, output: record}\n"
    "    flag_seen: record\n"
    "    impedance_seen: record\n"
    "    goal_seen: record\n"
    "    limit_seen: record\n"
    "    speed_seen: record\n"
    "    pedal: {signal: set_gas, unit: \"%\"}\n";

Finished run(const Scene& scene, const std::string& ports, const std::string& more) {
    scene.scratch.write("limits.csv", "at_s,limit,count\n0,10,5\n0.25,20,5\n0.3,20,7\n");
    const tests::Child program([&] { return mirror_program(scene.table); });
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 0.5\nddc: {name: " + scene.table + "}\ntrace: trace.csv\n" + more +
                        "program:\n  reference_id: 0x4000\n" + ports);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config});
}

TEST_CASE("ports of every kind and name reach a program and return from it") {
    const Scene scene;
    const Finished done = run(scene, rules, "timing: {execution_time: constant}\n");
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == 50);
    CHECK(trace.column("flag_seen") == std::vector<double>(50, 1));
    CHECK(trace.column("impedance_seen.re") == std::vector<double>(50, 1.5));
    CHECK(trace.column("impedance_seen.im") == std::vector<double>(50, -2));
    CHECK(trace.column("goal_seen.z") == std::vector<double>(50, 3));
    CHECK(trace.column("limit_seen") == trace.column("upper_speed_limit"));
    CHECK(trace.column("speed_seen") == trace.column("speed"));
    const auto time = trace.column("t_s"), vx = trace.column("vx_mps");
    const auto limit = trace.column("limit_seen"), speed = trace.column("speed_seen");
    const auto asked = trace.column("counter.in"), counted = trace.column("counter.out");
    for (std::size_t i = 0; i < time.size(); ++i) {
        CHECK(limit[i] == doctest::Approx(time[i] < 0.25 ? 10 + 40 * time[i] : 20));
        CHECK(speed[i] == doctest::Approx(vx[i]));
        CHECK(asked[i] == (time[i] < 0.3 ? 5 : 7));
        CHECK(counted[i] == asked[i] + 1);
    }
    CHECK(speed.back() > 0.1);  // the pedal moved the vehicle
}

TEST_CASE("ports with any names work in realtime mode, too") {
    const Scene scene;
    const Finished done =
        run(scene, rules, "mode: realtime\nrealtime: {program_timeout_s: 10, send: on_output}\n");
    INFO(done.err);
    REQUIRE((done.exit_code == 0 || done.exit_code == 3));  // late, on a busy machine
    const Trace trace(scene.scratch.path() / "trace.csv");
    CHECK(trace.column("flag_seen").back() == 1);
    CHECK(trace.column("goal_seen.y").back() == 2);
    CHECK(trace.column("limit_seen").back() == 20);
    CHECK(trace.column("vx_mps").back() > 0.01);
}

TEST_CASE("recorded values may be no numbers and never reach a vehicle") {
    const Scene scene;
    std::string text = rules;
    text.replace(text.find("{constant: [1.5, -2]}"), 21, "{constant: [nan, inf]}");
    const Finished done = run(scene, text, "timing: {execution_time: constant}\n");
    INFO(done.err);
    CHECK(done.exit_code == 0);
}

TEST_CASE("a run whose ports have no use prints the lines to write, and runs with them") {
    const Scene scene;
    const Finished refused = run(scene, "", "timing: {execution_time: constant}\n");
    CHECK(refused.exit_code == 1);
    INFO(refused.err);
    const std::string begin = "    ports:\n", text = refused.err;
    CHECK(text.find("port 3 'upper_speed_limit' (INPUT, Q): the gateway has no such signal") !=
          std::string::npos);
    CHECK(text.find("run.yaml:6") != std::string::npos);
    const std::size_t lines = text.find(begin);
    REQUIRE(lines != std::string::npos);
    std::string written = "  ports:\n";
    for (std::size_t at = lines + begin.size(); text.compare(at, 6, "      ") == 0;) {
        const std::size_t end = text.find('\n', at);
        written += text.substr(at, end + 1 - at);
        at = end + 1;
    }
    const Finished done = run(scene, written, "timing: {execution_time: constant}\n");
    INFO(written);
    INFO(done.err);
    CHECK(done.exit_code == 0);
    CHECK(Trace(scene.scratch.path() / "trace.csv").column("counter.out").back() == 1);
}

TEST_CASE("with the program's interface, validate checks types, shapes and names of ports") {
    const Scene scene;
    scene.scratch.write("interface.json",
                        R"({"name": "p", "version": "2.0", "ports": [
        {"name": "flag", "direction": "INPUT", "data_type": {"type": "basic", "base_type": "boolean"}},
        {"name": "goal", "direction": "INPUT", "data_type": {"type": "basic", "base_type": "vec3"}},
        {"name": "warp", "direction": "OUTPUT", "data_type": {"type": "basic", "base_type": "Q"}}]})");
    const auto messages_of = [&](const std::string& ports) {
        const auto config = scene.scratch.write(
            "run.yaml", "program:\n  interface: interface.json\n  ports:\n" + ports);
        return tests::run(scene.scratch, {"ddc-gateway", "validate", config});
    };
    const Finished refused =
        messages_of("    flag: {constant: 1}\n    goal: {constant: [1, 2]}\n    gaol: zero\n");
    INFO(refused.err);
    CHECK(refused.exit_code == 2);
    for (const char* text :
         {"run.yaml:2:14: program.interface: the program's ports do not fit:",
          "run.yaml:4:11: program.ports.flag: port 0 'flag': is of type boolean, constant must be "
          "a "
          "boolean",
          "run.yaml:5:11: program.ports.goal: port 1 'goal': is of type vec3, constant must",
          "run.yaml:6:11: program.ports.gaol: the program has no port 'gaol'; did you mean 'goal'?",
          "      warp: record  # OUTPUT, Q; or ignore, {signal: NAME}"})
        CHECK(refused.err.find(text) != std::string::npos);
    CHECK(messages_of("    flag: {constant: true}\n    goal: zero\n    warp: record\n").exit_code ==
          0);
}

TEST_CASE("the example with custom ports keeps the limits of its file") {
    const Scene scene;
    const auto demo = std::filesystem::path(PROJECT_DIRECTORY) / "programs/limiter";
    std::filesystem::copy(demo, scene.scratch.path() / "limiter");
    std::string text = tests::read_file(demo / "limiter.yaml");
    text.replace(text.find("../../out/limiter.csv"), 21, "../trace.csv");
    const auto config = scene.scratch.write("limiter/run.yaml", text);
    const Finished done =
        tests::run(scene.scratch, {"ddc-gateway", "run", config}, {{"DDC_NAME", scene.table}});
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    CHECK(trace.column("speed").back() == doctest::Approx(8).epsilon(0.1));
    CHECK(trace.column("stage.out").front() == 0);
    CHECK(trace.column("stage.out").back() == 2);
    CHECK(std::abs(trace.column("speed_error").back()) < 1);
}

}  // namespace ports_test
