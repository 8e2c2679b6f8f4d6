// SPDX-License-Identifier: MIT
// The messages of the vehicle interface as struct ports of a program in a separate process.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace messages_test {

namespace interface = ddc::interface;
using namespace std::chrono_literals;
using interface::BasicType;
using interface::DataType;
using interface::struct_of;
using tests::Child;
using tests::Finished;
using tests::Scene;
using tests::Trace;

using Report = std::tuple<std::int32_t, bool, std::int32_t, std::int32_t, std::int32_t,
                          std::int32_t, std::int32_t, bool>;
using State =
    std::tuple<std::int32_t, bool, std::int32_t, std::int32_t, std::int32_t, std::int32_t, bool>;

/// Values of the enum of the gear.
constexpr std::int32_t park = 0, drive = 3;

/// A custom enum for the gear, numbers for all else, in a custom order.
std::vector<std::pair<std::string, DataType>> common_fields() {
    const DataType gear =
        interface::enum_of("Gear", {"PARK", "REVERSE", "NEUTRAL", "DRIVE", "LOW", "NO_COMMAND"});
    return {{"gear", gear},
            {"horn", BasicType::boolean},
            {"blinker", BasicType::z},
            {"headlight", BasicType::z},
            {"wiper", BasicType::z},
            {"mode", BasicType::z}};
}

DataType report_type() {
    auto fields = common_fields();
    fields.emplace_back("fuel", BasicType::n);
    fields.emplace_back("hand_brake", BasicType::boolean);
    return struct_of("Report", fields);
}

DataType state_type() {
    auto fields = common_fields();
    fields.emplace_back("hand_brake", BasicType::boolean);
    return struct_of("State", fields);
}

/// Stays at standstill, and commands everything else: first some of it, then the rest.
int lamps_program(const std::string& table_name, const State& first, const State& then) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    interface::Program program(table, 0x4000, "lamps");
    program.input<Report>("vehicle_state_report", report_type());
    const auto state = program.output<State>("vehicle_state_command", state_type());
    program.publish();
    for (int cycle = 0;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(state, cycle++ < 10 ? first : then);
        static_cast<void>(program.end_cycle());
    }
}

/// Has one output, which it never sets.
template <class Values>
int idle_program(const std::string& table_name, const char* port, const DataType& type) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    interface::Program program(table, 0x4000, "idle");
    program.output<Values>(port, type);
    program.publish();
    for (;;)
        if (program.begin_cycle(ddc::Clock::now() + 100ms) == ddc::Status::ok)
            static_cast<void>(program.end_cycle());
}

Finished run(const Scene& scene, const std::string& more = "") {
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 0.2\nddc: {name: " + scene.table +
                        "}\ntrace: trace.csv\ntiming: {execution_time: constant, output_delay: "
                        "none}\nprogram:\n  reference_id: 0x4000\n" +
                        more);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config});
}

TEST_CASE("a vehicle state that a program commands is reported to it in the next cycle") {
    const Scene scene;
    // gear, horn, blinker, headlight, wiper, mode, hand brake
    const State parked{0, true, 4, 2, 14, 1, true}, driving{3, false, 0, 3, 1, 2, false};
    const Child program([&] { return lamps_program(scene.table, parked, driving); });
    const Finished done =
        run(scene,
            "  ports:\n"
            "    vehicle_state_command: {signal: vehicle_state_command, numbering: autoware}\n"
            "    vehicle_state_report: {signal: vehicle_state_report, numbering: later}\n");
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    REQUIRE(trace.rows() == 20);
    const auto shown = [&](const char* field) {
        const auto column = trace.column(std::string("vehicle_state_report.") + field);
        return std::vector<double>{column[0], column[5], column[15]};
    };
    using Values = std::vector<double>;
    CHECK(shown("gear") == Values{3, 0, 3});
    CHECK(shown("horn") == Values{0, 1, 0});
    CHECK(shown("blinker") == Values{1, 4, 4});  // 0 keeps the last request
    CHECK(shown("headlight") == Values{1, 2, 3});
    CHECK(shown("wiper") == Values{1, 14, 1});
    CHECK(shown("mode") == Values{0, 1, 2});
    CHECK(shown("hand_brake") == Values{0, 1, 0});
    CHECK(shown("fuel") == Values{255, 255, 255});  // no simulated vehicle has a tank
}

TEST_CASE("a program uses the specification's numbering by default") {
    const Scene scene;
    // left, high, clean and autonomous of the specification; the gear is an enum
    const State state{1, false, 1, 2, 3, 2, false};
    const Child program([&] { return lamps_program(scene.table, state, state); });
    const Finished done = run(scene);
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    CHECK(trace.column("vehicle_state_report.gear").back() == 1);
    CHECK(trace.column("vehicle_state_report.blinker").back() == 1);
    CHECK(trace.column("vehicle_state_report.headlight").back() == 2);
    CHECK(trace.column("vehicle_state_report.wiper").back() == 3);
    CHECK(trace.column("vehicle_state_report.mode").back() == 2);
    // The message has the lines to write for other numberings.
    CHECK(done.err.find("ports: {vehicle_state_command: {signal: vehicle_state_command, numbering: "
                        "autoware}}") != std::string::npos);
}

TEST_CASE("validate prints the ports that keep Autoware's numbers, also for both directions") {
    const Scene scene;
    const auto messages_of = [&](const std::string& ports) {
        const auto config = scene.scratch.write("run.yaml", "program:\n  ports:\n" + ports);
        const Finished done = tests::run(scene.scratch, {"ddc-gateway", "validate", config});
        CHECK(done.exit_code == 0);
        return done.err;
    };
    const std::string printed = messages_of(
        "    state: {signal: vehicle_state_report}\n"
        "    both: {input: zero, output: {signal: vehicle_state_command}}\n");
    INFO(printed);
    CHECK(printed.find("`ports: {state: {signal: vehicle_state_report, numbering: autoware}}`") !=
          std::string::npos);
    CHECK(printed.find("`ports: {both: {output: {signal: vehicle_state_command, numbering: "
                       "autoware}}}`") != std::string::npos);
    CHECK(messages_of("    both: {input: zero, output: {signal: vehicle_state_command, numbering: "
                      "later}}\n")
              .find("program.ports.both.output.numbering: `later` has been renamed to autoware") !=
          std::string::npos);
    CHECK(messages_of("    state: {signal: vehicle_state_report, numbering: spec}\n")
              .find("Autoware") == std::string::npos);
}

TEST_CASE("a vehicle that reports MANUAL accepts no more commands, unless safety is off") {
    const std::string numbers =
        "  ports:\n"
        "    vehicle_state_command: {signal: vehicle_state_command, numbering: autoware}\n"
        "    vehicle_state_report: {signal: vehicle_state_report, numbering: autoware}\n";
    const State manual{3, false, 1, 0, 0, 2, false}, other{3, false, 4, 0, 0, 0, false};
    const auto last_blinker = [&](const std::string& more) {
        const Scene scene;
        const Child program([&] { return lamps_program(scene.table, manual, other); });
        const Finished done = run(scene, numbers + more);
        INFO(done.err);
        CHECK(done.exit_code == 0);
        return Trace(scene.scratch.path() / "trace.csv")
            .column("vehicle_state_report.blinker")
            .back();
    };
    CHECK(last_blinker("") == 1);
    CHECK(last_blinker("safety: off\n") == 4);
    CHECK(last_blinker("safety: {rules: {manual: off}}\n") == 4);
}

/// Outputs that control message, and commands PARK and wipers without headlights.
template <class Control>
int wiping_program(const std::string& table_name, const char* port, const DataType& type,
                   const Control& values) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    interface::Program program(table, 0x4000, "wiping");
    program.input<Report>("vehicle_state_report", report_type());
    const auto control = program.output<Control>(port, type);
    const auto state = program.output<State>("vehicle_state_command", state_type());
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(control, values);
        program.set(state, State{park, false, 0, 0, 1, 0, false});
        static_cast<void>(program.end_cycle());
    }
}

template <class Control>
void check_state_machine(const char* port, const DataType& type, const Control& values) {
    CAPTURE(std::string(port));
    const auto reported = [&](const std::string& safety) {
        const Scene scene;
        const Child program([&] { return wiping_program(scene.table, port, type, values); });
        const Finished done = run(scene, "vehicle: {start: {vx_mps: 8}}\n" + safety);
        INFO(done.err);
        REQUIRE(done.exit_code == 0);
        const Trace trace(scene.scratch.path() / "trace.csv");
        return std::pair(trace.column("vehicle_state_report.gear").back(),
                         trace.column("vehicle_state_report.headlight").back());
    };
    const std::pair<double, double> safe{drive, 1};
    CHECK(reported("") == safe);
    CHECK(reported("safety: {}\n") == safe);
    CHECK(reported("safety: off\n").second == 0);  // as it requests
}

TEST_CASE("in a run control messages pass the safety state machine, with and without a section") {
    check_state_machine(
        "vehicle_control_command",
        struct_of("VehicleControlCommand", {{"long_accel_mps2", BasicType::q},
                                            {"front_wheel_angle_rad", BasicType::q},
                                            {"rear_wheel_angle_rad", BasicType::q}}),
        std::tuple(0.5, 0.0, 0.0));
    check_state_machine("high_level_control_command",
                        struct_of("HighLevelControlCommand",
                                  {{"velocity_mps", BasicType::q}, {"curvature", BasicType::q}}),
                        std::tuple(8.0, 0.0));
}

/// Outputs only that acceleration.
int accelerating_program(const std::string& table_name, double accel_mps2) {
    using Control = std::tuple<double, double, double>;
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    interface::Program program(table, 0x4000, "accelerating");
    const auto control = program.output<Control>(
        "vehicle_control_command",
        struct_of("VehicleControlCommand", {{"long_accel_mps2", BasicType::q},
                                            {"front_wheel_angle_rad", BasicType::q},
                                            {"rear_wheel_angle_rad", BasicType::q}}));
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(control, {accel_mps2, 0, 0});
        static_cast<void>(program.end_cycle());
    }
}

TEST_CASE("an acceleration alone drives backwards, and a run reports the rules that act on it") {
    for (const std::string safety : {"", "safety: off\n", "safety: {}\n"}) {
        const Scene scene;
        const Child program([&] { return accelerating_program(scene.table, -1); });
        const auto config =
            scene.scratch.write("run.yaml", "duration_s: 3\nddc: {name: " + scene.table + "}\n" +
                                                safety + "program: {reference_id: 0x4000}\n");
        const Finished done = tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                                         scene.scratch.path() / "summary.json"});
        INFO(done.err);
        REQUIRE(done.exit_code == 0);
        std::ifstream file(scene.scratch.path() / "summary.json");
        CHECK(nlohmann::json::parse(file)["vehicle"]["vx_mps"].get<double>() < -1.5);
        const bool is_reported =
            done.err.find("these rules act on accelerations") != std::string::npos;
        CHECK(is_reported == safety.empty());
    }
}

TEST_CASE("a strict run whose default rules check its commands and have not acted is not warned") {
    const Scene scene;
    const Child program([&] { return accelerating_program(scene.table, 0); });
    const auto config =
        scene.scratch.write("run.yaml", "duration_s: 0.1\nddc: {name: " + scene.table +
                                            "}\nprogram: {reference_id: 0x4000}\n");
    const Finished done = tests::run(scene.scratch, {"ddc-gateway", "run", config, "--strict"});
    INFO(done.err);
    CHECK(done.exit_code == 0);
    CHECK(done.err.find("these rules act on accelerations") != std::string::npos);
    CHECK(done.err.find("--strict") == std::string::npos);
}

TEST_CASE("a code outside a byte ends the run, and the message names its field") {
    const Scene scene;
    const State wrong{3, false, 256, 0, 0, 0, false};
    const Child program([&] { return lamps_program(scene.table, wrong, wrong); });
    const Finished done = run(scene);
    INFO(done.err);
    CHECK(done.exit_code == 1);
    CHECK(done.err.find("(vehicle_state_command.blinker) is 256; the vehicle keeps the previous "
                        "command. It must be 0 to 255") != std::string::npos);
}

/// programs/high_level, whose program outputs only velocity and curvature.
struct Example {
    explicit Example(const std::string& more = "", std::vector<std::string> options = {}) {
        const auto programs = std::filesystem::path(PROJECT_DIRECTORY) / "programs";
        for (const char* folder : {"high_level", "demo"})
            std::filesystem::copy(programs / folder, scene.scratch.path() / folder);
        std::string text = tests::read_file(programs / "high_level/high_level.yaml");
        text.replace(text.find("../../out/high_level.csv"), 24, "../trace.csv");
        text += "timing: {execution_time: constant}\n";
        const auto config = scene.scratch.write("high_level/run.yaml", text + more);
        const auto summary = scene.scratch.path() / "summary.json";
        std::vector<std::string> words{"ddc-gateway", "run", config, "--summary", summary};
        words.insert(words.end(), options.begin(), options.end());
        done = tests::run(scene.scratch, words, {{"DDC_NAME", scene.table}});
        if (done.exit_code == 0) json = nlohmann::json::parse(tests::read_file(summary));
    }

    Scene scene;
    Finished done;
    nlohmann::json json;
};

/// It stays within 0.6 m of the route and within 1.2 m/s of the commanded speed, and has parked
/// before the end of the route.
void check_drive(const Example& sut) {
    INFO(sut.done.err);
    REQUIRE(sut.done.exit_code == 0);
    CHECK(sut.json["mode"] == "measured");
    CHECK(sut.json["cycles"] == 12000);
    CHECK(sut.json["route"]["max_m"].get<double>() < 0.6);
    CHECK(sut.json["vehicle"]["vx_mps"].get<double>() == doctest::Approx(0).epsilon(0.01));
    CHECK(sut.json["vehicle"]["x_m"].get<double>() == doctest::Approx(134.3).epsilon(0.02));
    const Trace trace(sut.scene.scratch.path() / "trace.csv");
    const auto wanted = trace.column("high_level_control_command.velocity_mps");
    const auto shown = trace.column("vehicle_odometry.velocity_mps");
    const auto time = trace.column("t_s");
    for (std::size_t i = 0; i < time.size(); ++i) {
        CAPTURE(time[i]);
        CHECK(std::abs(wanted[i] - shown[i]) < 1.2);
    }
    CHECK(*std::max_element(shown.begin(), shown.end()) > 10);
    CHECK(trace.column("vehicle_state_report.gear").back() == 3);        // park
    CHECK(trace.column("vehicle_state_report.blinker").back() == 3);     // hazard lights
    const auto blinker = trace.column("vehicle_state_command.blinker");  // of the program's enum
    for (const double indicated : {1, 2})
        CHECK(std::count(blinker.begin(), blinker.end(), indicated) > 100);
}

TEST_CASE("a program that outputs only speed and curvature stays on its route") {
    check_drive(Example());
}

TEST_CASE(
    "a program that outputs only speed and curvature stays on its route with all safety rules") {
    check_drive(Example("safety: {}\n"));
}

TEST_CASE("a vehicle that does not accept a command rejects it with the lines to write") {
    const Scene scene;
    const DataType raw = struct_of("Raw", {{"throttle", BasicType::z},
                                           {"brake", BasicType::z},
                                           {"front_steer", BasicType::z},
                                           {"rear_steer", BasicType::z}});
    using Raw = std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>;
    const Child program([&] { return idle_program<Raw>(scene.table, "raw_control_command", raw); });
    const Finished refused = run(scene);
    CHECK(refused.exit_code == 1);
    INFO(refused.err);
    CHECK(refused.err.find("the program's port 'raw_control_command' sets raw pedals and steering, "
                           "which require a scale; write `raw: {throttle_full: ") !=
          std::string::npos);
}

TEST_CASE("an actuation vehicle needs its converter for a velocity and a curvature") {
    const Scene scene;
    const DataType high =
        struct_of("High", {{"velocity_mps", BasicType::q}, {"curvature", BasicType::q}});
    using High = std::tuple<double, double>;
    const Child program(
        [&] { return idle_program<High>(scene.table, "high_level_control_command", high); });
    const Finished refused = run(scene, "vehicle: {model: actuation_cmd}\n");
    CHECK(refused.exit_code == 1);
    INFO(refused.err);
    CHECK(refused.err.find("sets a velocity and a curvature, which this vehicle does not accept; "
                           "write `converter: {}` under `vehicle`") != std::string::npos);
    const Finished done = run(scene, "vehicle: {model: actuation_cmd, converter: {}}\n");
    INFO(done.err);
    CHECK(done.exit_code == 0);
}

}  // namespace messages_test
