// SPDX-License-Identifier: MIT
#include "config_parts.hpp"

#include "config/common/read_reference_id.hpp"
#include "config/vehicle/read_remote_vehicle.hpp"
#include "safety/safety_filter.hpp"

#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>

namespace config_test {

using namespace std::chrono_literals;
using gateway::load_run_config;
using gateway::ProgramConfig;
using gateway::RunConfig;
using gateway::tests::read;
using gateway::tests::ScratchFile;
using plant::FileError;

TEST_CASE("omitted keys of a configuration have defaults, others are used") {
    const RunConfig empty = read("mode: measured\n");
    CHECK(empty.duration == 60s);
    CHECK(!empty.is_list);
    REQUIRE(empty.programs.size() == 1);
    const ProgramConfig& defaults = empty.programs[0];
    CHECK(defaults.name == "0x4000");
    CHECK(defaults.options.reference_id == 0x4000);
    CHECK(defaults.options.on_loss == gateway::OnLoss::fail);
    CHECK_FALSE(defaults.reuse);
    CHECK(defaults.timing.cycle_duration == 10ms);
    CHECK(defaults.timing.output_delay == gateway::OutputDelay::reference);
    CHECK(!defaults.trace);

    const RunConfig run = read(
        "duration_s: 2.5\ntrace: t.csv\nddc: {name: other}\n"
        "program: {reference_id: 0x5000, exec: [sh, b], start_timeout_s: 3, answer_timeout_s: 4,\n"
        "          on_loss: failsafe, reuse: true}\n"
        "timing: {cycle_duration_s: 0.02, execution_time: constant,\n"
        "         constant_execution_time_s: 0.001, output_delay: none}\n"
        "vehicle: {model: kinematic, step_s: 0.002, start: {x_m: 1, yaw_deg: 90, vx_mps: 5}}\n");
    CHECK(run.duration == 2500ms);
    CHECK(run.table_name == "other");
    const ProgramConfig& sut = run.programs.at(0);
    CHECK(sut.trace->filename() == "t.csv");
    CHECK(sut.trace->is_absolute());
    CHECK(sut.options.reference_id == 0x5000);
    CHECK(sut.exec == std::vector<std::string>{"sh", "b"});
    CHECK(sut.options.start_timeout == 3s);
    CHECK(sut.options.answer_timeout == 4s);
    CHECK(sut.options.on_loss == gateway::OnLoss::failsafe);
    CHECK(sut.reuse);
    CHECK(sut.timing.cycle_duration == 20ms);
    CHECK(*sut.timing.constant_execution_time == 1ms);
    CHECK(sut.timing.output_delay == gateway::OutputDelay::none);
    CHECK(sut.vehicle.model == plant::Model::kinematic);
    CHECK(*sut.vehicle.x_m == 1);
    CHECK(!sut.vehicle.y_m);
}

gateway::vds1::ClientOptions vds1_vehicle(const std::string& text) {
    const ScratchFile file(".yaml", text);
    plant::YamlReader reader(file.path());
    auto section = reader.section("vds1");
    return gateway::read_vds1_vehicle(section.value());
}

TEST_CASE("realtime mode has a period, a possibly remote vehicle, and no default duration") {
    const RunConfig defaults = read("mode: realtime\n");
    CHECK(defaults.duration == gateway::SimTime::max());
    CHECK(defaults.programs.at(0).realtime.pace.dt == 10ms);
    CHECK(defaults.programs[0].realtime.program.program_timeout == 100ms);
    CHECK_FALSE(defaults.programs[0].remote_vehicle);
    const auto contract = vds1_vehicle("vds1: {}\n");
    CHECK(contract.peer_port == 7001);
    CHECK(contract.local_port == 7002);
    CHECK(contract.state_timeout == 100ms);
    CHECK(contract.compatibility == gateway::vds1::Compatibility::contract);

    const RunConfig run = read(
        "mode: realtime\nduration_s: 3\n"
        "realtime: {period_s: 0.02, overrun: stretch, time_scale: 2, program_timeout_s: 0.5,\n"
        "           send: on_output, begin: on_state, priority: 20, lock_memory: true,\n"
        "           cpus: [0, 1]}\n"
        "vehicle: {vds1: {}}\n");
    CHECK(run.duration == 3s);
    const gateway::RealtimeConfig& sut = run.programs.at(0).realtime;
    CHECK(sut.pace.dt == 20ms);
    CHECK(sut.pace.overrun == gateway::OverrunPolicy::stretch);
    CHECK(sut.pace.time_scale == 2);
    CHECK(sut.program.program_timeout == 500ms);
    CHECK(sut.program.send == gateway::SendWhen::on_output);
    CHECK(sut.program.longest_wait < 10ms);
    CHECK(sut.begins_on_state);
    CHECK(*sut.scheduling.priority == 20);
    CHECK(sut.scheduling.lock_memory);
    CHECK(sut.scheduling.cpus == std::vector<int>{0, 1});
    CHECK(run.programs[0].remote_vehicle);
    const auto remote = vds1_vehicle(
        "vds1: {address: 10.0.0.1, cmd_port: 8001, bind: 0.0.0.0, state_port: 8002,\n"
        "       vehicle_id: 3, version: 5, state_timeout_s: 0.2, compatibility: vdsim}\n");
    CHECK(remote.peer_address == "10.0.0.1");
    CHECK(remote.peer_port == 8001);
    CHECK(remote.local_address == "0.0.0.0");
    CHECK(remote.local_port == 8002);
    CHECK(remote.vehicle_id == 3);
    CHECK(remote.version == 5);
    CHECK(remote.state_timeout == 200ms);
    CHECK(remote.compatibility == gateway::vds1::Compatibility::vdsim);
}

TEST_CASE("an unknown cabin of a remote vehicle is open only if the file enforces its rule") {
    using gateway::vehicle_interface::Secured;
    const auto drives = [](const std::string& vehicle, Secured doors, const std::string& safety) {
        const RunConfig run = read("mode: realtime\n" + vehicle + safety);
        const auto& options = run.programs.at(0).safety;
        REQUIRE(options);
        CHECK(options->config.cabin.doors == doors);
        gateway::SafetyFilter rules(*options, 2.7, nullptr);
        gateway::Command command{gateway::AccelerationCommand{0.1, 0, 0, 0}, {}, {}};
        const gateway::Feedback feedback;
        const auto verdict = rules.apply(command, {gateway::SimTime{0}, feedback, false});
        return verdict.kind != gateway::Verdict::Kind::refused;
    };
    const std::string remote = "vehicle: {vds1: {}}\n";
    for (const char* safety : {"", "safety: {}\n", "safety: {rules: {limits: enforce}}\n",
                               "safety: {rules: {cabin: warn}}\n"})
        CHECK(drives(remote, Secured::unknown, safety));
    CHECK_FALSE(drives(remote, Secured::unknown, "safety: {rules: {cabin: enforce}}\n"));
    CHECK(drives(remote, Secured::yes,
                 "safety: {rules: {cabin: enforce}, cabin: {doors: closed, belts: fastened}}\n"));
    CHECK(drives("", Secured::yes, "safety: {rules: {cabin: enforce}}\n"));  // simulated here
}

TEST_CASE("keys of the other mode are rejected") {
    const auto refuses = [](const std::string& text, const std::string& message) {
        CAPTURE(std::string(text));
        try {
            static_cast<void>(read(text));
            FAIL_CHECK("was taken");
        } catch (const FileError& error) {
            CHECK(std::string(error.what()).find(message) != std::string::npos);
        }
    };
    refuses("mode: realtime\ntiming: {cycle_duration_s: 0.01}\n", ":2:1: timing: ");
    refuses("mode: realtime\nprogram: {on_loss: wait}\n", ":2:11: program.on_loss: ");
    refuses("mode: realtime\nprogram: {reuse: true}\n", ":2:11: program.reuse: ");
    refuses("realtime: {period_s: 0.01}\n", ":1:1: realtime: ");
    refuses("vehicle: {vds1: {cmd_port: 7001}}\n", "needs mode: realtime");
    refuses("mode: realtime\nvehicle: {vds1: {cmd_port: 0}}\n", "vehicle.vds1.cmd_port: ");
    refuses("mode: realtime\nvehicle: {vds1: {cmd_port: 7001}, model: bicycle}\n",
            "vehicle.model: ");
    refuses("mode: realtime\nrealtime: {cpus: [-1]}\n", "realtime.cpus: ");
}

TEST_CASE("a program that outputs torque may have a pedal file") {
    const ScratchFile pedals(".yaml", "t_neutral_nm: -40\n");
    const RunConfig sut = read("program: {pedals: " + pedals.path().filename().string() + "}\n");
    CHECK(sut.programs.at(0).options.pedals.t_neutral_nm() == -40);
}

TEST_CASE("an actuation vehicle has a file, and a converter with the same maps") {
    const ScratchFile file(".yaml", "model: actuation_cmd_vgr\nvgr_coef_a: 14\n");
    const std::string name = file.path().filename().string();
    const auto vehicle =
        read("vehicle: {actuation: " + name + ", converter: {}}\n").programs[0].vehicle;
    CHECK(vehicle.model == plant::Model::actuation_cmd_vgr);
    CHECK(vehicle.session.actuation.vgr.a == 14);
    REQUIRE(vehicle.converter);
    CHECK(vehicle.converter->converter.vgr.a == 14);
    CHECK(vehicle.converter->converter.convert_steer_cmd);
    CHECK(vehicle.converter->period == 33ms);
    CHECK_FALSE(read("vehicle: {model: actuation_cmd}\n").programs[0].vehicle.converter);
}

/// The error of a converter's file for a model, without the file's name; empty if it is valid.
std::string converter_error(const std::string& model, const std::string& text,
                            const std::string& more = "") {
    const ScratchFile file(".yaml", text);
    try {
        const RunConfig config = read("vehicle: {model: " + model + ", converter: {file: " +
                                      file.path().filename().string() + more + "}}\n");
        const auto& warnings = config.programs.at(0).vehicle.warnings;
        if (warnings.empty()) return "";
        CHECK(warnings.size() == 1);
        return "warning" + warnings[0].substr(file.path().string().size());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size());
    }
}

TEST_CASE("a converter that contradicts its model is rejected with the lines to write") {
    CHECK(converter_error("actuation_cmd", "convert_steer_cmd: false\n").empty());
    CHECK(converter_error("actuation_cmd_vgr", "convert_steer_cmd: true\n").empty());
    CHECK(converter_error("actuation_cmd_mechanical", "convert_steer_cmd: true\n").empty());
    CHECK(converter_error("actuation_cmd_steer_map",
                          "convert_steer_cmd: true\nconvert_steer_cmd_method: steer_map\n")
              .empty());
    const std::string refused = converter_error(
        "actuation_cmd", "max_throttle: 0.5\nconvert_accel_cmd: false\nconvert_steer_cmd: true\n");
    CHECK(
        refused ==
        ":2:20: convert_accel_cmd: contradicts actuation_cmd, which accepts accel_cmd as a row of "
        "its accel map; write `convert_accel_cmd: true`, or `allow_mismatch: true` under "
        "vehicle.converter");
    CHECK(
        converter_error("actuation_cmd", "convert_steer_cmd: true\n")
            .find(":1:20: convert_steer_cmd: contradicts actuation_cmd, which accepts steer_cmd as "
                  "the tyre angle in rad; write `convert_steer_cmd: false`") == 0);
    CHECK(converter_error("actuation_cmd_vgr", "max_throttle: 0.5\n")
              .find(":1:1: convert_steer_cmd: contradicts actuation_cmd_vgr") == 0);
    CHECK(converter_error("actuation_cmd_steer_map", "convert_steer_cmd: true\n")
              .find("write `convert_steer_cmd_method: steer_map`") != std::string::npos);
    CHECK(converter_error("actuation_cmd_vgr",
                          "convert_steer_cmd: true\nconvert_steer_cmd_method: steer_map\n")
              .find(":2:27: convert_steer_cmd_method: contradicts actuation_cmd_vgr") == 0);
    CHECK(converter_error("actuation_cmd", "convert_brake_cmd: false\n")
              .find("write `convert_brake_cmd: true`") != std::string::npos);
    CHECK(converter_error("actuation_cmd", "convert_steer_cmd: true\n", ", allow_mismatch: true")
              .find("warning: convert_steer_cmd: contradicts actuation_cmd") == 0);
}

TEST_CASE("a converter is used for a vehicle without converted pedals") {
    const ScratchFile vehicle(".yaml", "model: actuation_cmd\nconvert_accel_cmd: false\n");
    const ScratchFile converter(".yaml", "convert_accel_cmd: false\n");
    const ScratchFile other(".yaml", "convert_accel_cmd: true\n");
    const auto read_with = [&](const ScratchFile& file) {
        return read("vehicle: {actuation: " + vehicle.path().filename().string() +
                    ", converter: {file: " + file.path().filename().string() + "}}\n");
    };
    CHECK_NOTHROW(static_cast<void>(read_with(converter)));
    CHECK_THROWS_WITH_AS(static_cast<void>(read_with(other)),
                         doctest::Contains("accepts accel_cmd in m/s2"), FileError);
}

TEST_CASE("a steer map cannot give the tyre angle that a vehicle does not report") {
    const ScratchFile file(".yaml", "model: actuation_cmd_steer_map\nenable_pub_steer: false\n");
    CHECK_THROWS_WITH_AS(
        static_cast<void>(read("vehicle: {actuation: " + file.path().filename().string() + "}\n")),
        doctest::Contains(":2:19: enable_pub_steer: must be true"), FileError);
}

TEST_CASE("the step of a reference model is that of its file, or the file must fit the step") {
    const auto vehicle = [](const std::string& keys, const std::string& text) {
        const ScratchFile file(".yaml", "compatibility: reference\n" + text);
        return read("vehicle: {model: actuation_cmd, actuation: " +
                    file.path().filename().string() + keys + "}\n")
            .programs[0]
            .vehicle;
    };
    CHECK(vehicle("", "").step == 25ms);
    CHECK(vehicle("", "nominal_step_s: 0.02\n").step == 20ms);
    CHECK(vehicle(", step_s: 0.01", "").session.actuation.nominal_step_s == 0.01);
    CHECK(vehicle(", step_s: 0.01", "nominal_step_s: 0.02\n").session.actuation.nominal_step_s ==
          0.02);
    CHECK(read("vehicle: {model: actuation_cmd}\n").programs[0].vehicle.step == 1ms);
}

TEST_CASE("a vehicle that needs shorter steps is rejected with a valid step") {
    const ScratchFile stiff(".yaml",
                            "model: magic_formula\n"
                            "longitudinal: {b: 100.0, c: 2.0, d: 10.0, e: 0.9}\n"
                            "lateral: {b: 10.0, c: 1.3, d: 1.05, e: -1.0}\n"
                            "nominal_load_n: 4000.0\nload_sensitivity: 0.15\n"
                            "rolling_resistance: 0.012\nrelaxation_longitudinal_m: 0.05\n"
                            "relaxation_lateral_m: 0.45\npneumatic_trail_m: 0.035\n"
                            "vertical_stiffness_n_per_m: 220000.0\n");
    const std::string tyre = "vehicle: {tyre: " + stiff.path().filename().string();
    CHECK_THROWS_WITH_AS(static_cast<void>(read(tyre + "}\n")),
                         doctest::Contains(":1:17: vehicle.tyre: max_step_s: is too long for this "
                                           "vehicle with these tyres, must be at most 0.0007"),
                         FileError);
    CHECK_NOTHROW(static_cast<void>(read(tyre + ", step_s: 0.0005}\n")));
}

TEST_CASE("a program with another reference id than the gateway is detected") {
    const auto warnings = [](const std::string& keys) {
        return read("program: {" + keys + "}\n").programs.front().warnings;
    };
    CHECK(warnings("exec: [sh, \"4000\"]").empty());
    CHECK(warnings("reference_id: 0x5000, exec: [sh, x, \"5000\"]").empty());
    CHECK(warnings("reference_id: 0x5000, exec: [sh, \"8080\", \"0x5000\"]").empty());
    CHECK(warnings("reference_id: 0x5000, exec: [sh, -p, \"80\"]").empty());
    const auto found = warnings("reference_id: 0x5000, exec: [sh, x, \"4000\"]");
    REQUIRE(found.size() == 1);
    CHECK(found[0].find(":1:39: program.exec: if '4000' is another reference id than the "
                        "gateway's, which is 0x5000") != std::string::npos);
}

TEST_CASE("a program that cannot be started is rejected at its position") {
    const auto error_of = [](const std::string& exec) {
        try {
            static_cast<void>(read("program:\n  exec: [" + exec + "]\n"));
        } catch (const FileError& error) {
            const std::string text = error.what();
            CHECK(text.find(":2:9: program.exec: cannot start '") != std::string::npos);
            return text.substr(text.find("cannot start"));
        }
        return std::string();
    };
    CHECK(error_of("sh").empty());
    CHECK(error_of("/bin/sh").empty());
    CHECK(error_of("no_such_program")
              .find("'no_such_program': it is neither in the folder of ddc-gateway") !=
          std::string::npos);
    CHECK(error_of("./no_such_program") ==
          "cannot start './no_such_program': No such file or directory; it is looked for in the "
          "working directory, " +
              std::filesystem::current_path().string());
    CHECK(error_of("/usr").find("Is a directory") != std::string::npos);
    const ScratchFile text(".txt", "no program\n");
    CHECK(error_of(text.path()).find("is not a program that you may execute") != std::string::npos);
}

TEST_CASE("a reference id without 0x is reported") {
    const auto error_of = [](const std::string& id) {
        try {
            static_cast<void>(read("program: {reference_id: " + id + "}\n"));
        } catch (const FileError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(error_of("4000").find("did you mean 0x4000?") != std::string::npos);
    CHECK(error_of("4a00").find("did you mean 0x4a00?") != std::string::npos);
    CHECK(error_of("300").find("did you mean") == std::string::npos);
    CHECK(error_of("0x3000").find("did you mean") == std::string::npos);
    CHECK(error_of("0x3fff").find("program.reference_id: must be 0x4000 or above") !=
          std::string::npos);
}

TEST_CASE("a reference id is hexadecimal with 0x, else decimal, and 0x4000 or above") {
    CHECK(gateway::parse_reference_id("0x4000") == 0x4000);
    CHECK(gateway::parse_reference_id("16384") == 0x4000);
    CHECK(!gateway::parse_reference_id("0x3fff"));
    CHECK(!gateway::parse_reference_id("4000"));
    CHECK(!gateway::parse_reference_id("0x4000 "));
    CHECK(!gateway::parse_reference_id("0x"));
    CHECK(!gateway::parse_reference_id("0xffffffffff"));
}

TEST_CASE("errors name line, column and key") {
    const auto message = [](const std::string& text) {
        const ScratchFile file(".yaml", text);
        try {
            load_run_config(file.path());
        } catch (const FileError& error) {
            return std::string(error.what()).substr(file.path().string().size());
        }
        return std::string("no error");
    };
    CHECK(message("timing:\n  cycle_duration_s: fast\n") ==
          ":2:21: timing.cycle_duration_s: must be a number, is 'fast'");
    CHECK(message("vehicle: {model: boat}\n") ==
          ":1:18: vehicle.model: must be one of kinematic, bicycle, seven_dof, fourteen_dof, "
          "actuation_cmd, actuation_cmd_steer_map, actuation_cmd_vgr, actuation_cmd_mechanical, is "
          "'boat'");
    const ScratchFile vgr(".yaml", "model: actuation_cmd_vgr\n");
    const std::string vgr_name = vgr.path().filename().string();
    CHECK(message("vehicle: {model: actuation_cmd, actuation: " + vgr_name + "}\n")
              .find(":1:18: vehicle.model: differs from that in ") == 0);
    const ScratchFile other(".yaml", "wheel_base: 3\n");
    CHECK(message("vehicle:\n  actuation: " + other.path().filename().string() + "\n") ==
          ":2:14: vehicle.actuation: needs a model that accepts actuation, such as actuation_cmd");
    CHECK(message("vehicle:\n  converter: {}\n") ==
          ":2:14: vehicle.converter: needs a model that accepts actuation, such as actuation_cmd");
    CHECK(message("vehicle: {model: actuation_cmd, converter: {period_s: 0}}\n") ==
          ":1:55: vehicle.converter.period_s: must be 0.0001 to 1, is 0");
    CHECK(message("program: {exec: autopilot}\n") ==
          ":1:17: program.exec: must be a list such as [program, word]");
    CHECK(message("vehicle: 3\n") == ":1:10: vehicle: must be a map of keys");
    CHECK(message("route: {origin: {longitude_deg: 1}}\n") == ":1:8: route.file: is missing");
    CHECK(message("mode: measured\nmode: measured\n") == ":2:1: mode: is given twice");
    CHECK(message("programs: []\n") == ":1:11: programs: must be a list of maps");
    CHECK(message("programs: [1]\n") == ":1:12: programs[0]: must be a map of keys");
    CHECK(message("programs: [{}, {name: b}]\n") ==
          ":1:16: programs[1].reference_id: is the reference id of '0x4000' too");
    CHECK(message("programs: [{name: a}, {name: a, reference_id: 0x5000}]\n") ==
          ":1:30: programs[1].name: is the name of another program too");
    CHECK(message("program: {on_loss: panic}\n") ==
          ":1:20: program.on_loss: must be one of fail, wait, failsafe, is 'panic'");
    CHECK(message("- 1\n") == ":1:1: must be a map of keys");
    CHECK(message("mode: measured\n---\nmode: realtime\n") ==
          ":3:1: a second document begins here; one file is one document");
    CHECK(message("mode: measured\n---\n").find("a second document") != std::string::npos);
    const ScratchFile sensors(".yaml", "seed: 1\n--- {seed: 2}\n");
    CHECK(message("vehicle: {sensors: " + sensors.path().filename().string() + "}\n")
              .find(":2:5: a second document") != std::string::npos);
    CHECK(message("").find(": is empty") == 0);
    CHECK(message("ddc: {name: ../../x}\n")
              .find(":1:13: ddc.name: '../../x' is not a valid table name") == 0);
    for (const char* name : {"a/b", "\"\"", "\"a b\""})
        CHECK(message("ddc: {name: " + std::string(name) + "}\n").find(":1:13: ddc.name: ") == 0);
    CHECK(message("route: {file: no_such.csv}\n").find(":1:15: route.file: ") == 0);
    CHECK(message("vehicle: {tyre: no_such.tir}\n")
              .find("no_such.tir: cannot be read: No such file") != std::string::npos);
    CHECK(message("vehicle: {tyre: .}\n").find("cannot be read: Is a directory") !=
          std::string::npos);
}

/// The errors of a run's file, without its folder, one a line.
std::vector<std::string> mistakes_of(const std::string& text) {
    const ScratchFile file(".yaml", text);
    try {
        load_run_config(file.path());
    } catch (const FileError& error) {
        std::vector<std::string> lines;
        for (plant::Mistake mistake : error.mistakes()) {
            mistake.file.clear();
            lines.push_back(to_string(mistake));
        }
        return lines;
    }
    return {};
}

TEST_CASE("the world's origin is that of every program of a run") {
    const RunConfig sut = read(
        "origin: {latitude_deg: 50.7, longitude_deg: -6, altitude_m: 170, heading_deg: 30}\n"
        "programs: [{reference_id: 0x4000}, {reference_id: 0x5000}]\n");
    for (const ProgramConfig& program : sut.programs) {
        CHECK(program.options.origin.latitude_deg == 50.7);
        CHECK(program.options.origin.longitude_deg == -6);
        CHECK(program.options.origin.altitude_m == 170);
        CHECK(program.options.origin.heading_deg == 30);
    }
    CHECK(sut.programs.size() == 2);
    using Lines = std::vector<std::string>;
    CHECK(mistakes_of("origin: {latitude_deg: 91, longitude_deg: 0}\n") ==
          Lines{":1:24: origin.latitude_deg: must be -90 to 90, is 91"});
    CHECK(mistakes_of("origin: {latitude_deg: 1}\n") ==
          Lines{":1:9: origin.longitude_deg: is missing"});
}

TEST_CASE("a GeoJSON route is placed by the run's origin, with its altitude and heading") {
    const ScratchFile file(".geojson", R"({"type": "LineString", "coordinates":
        [[9.25, 48.5], [9.26, 48.5], [9.27, 48.51]]})");
    const std::string name = file.path().filename().string();
    const std::string origin =
        "origin: {latitude_deg: 48.4, longitude_deg: 9.2, altitude_m: 500, heading_deg: 30}\n";
    const std::string route = "route: {file: " + name + "}\n";
    const std::string same =
        "route: {file: " + name + ", origin: {latitude_deg: 48.4, longitude_deg: 9.2}}\n";
    for (const std::string& text :
         {route, same, "programs: [{" + route.substr(0, route.size() - 1) + "}]\n"}) {
        const RunConfig sut = read(origin + text);
        const gateway::Point first = sut.programs[0].route->points()[0];
        const gateway::Geodetic shown = to_geodetic(*sut.origin, first.x_m, first.y_m, 0);
        CHECK(std::abs(shown.latitude_deg - 48.5) < 1e-9);
        CHECK(std::abs(shown.longitude_deg - 9.25) < 1e-9);
    }
    CHECK(read(route).programs[0].route->points()[0].x_m == 0);
    const std::string elsewhere =
        "route: {file: " + name + ", origin: {latitude_deg: 48.5, longitude_deg: 9.2}}\n";
    CHECK_THROWS_WITH_AS(read(origin + elsewhere), doctest::Contains("route.origin: differs from"),
                         FileError);
    CHECK(mistakes_of("origin: {latitude_deg: 91, longitude_deg: 0}\n" + route).size() == 1);
}

TEST_CASE("all errors of a run's file and of the files that it names are reported") {
    const ScratchFile sensors(".yaml", "steer: {}\nseed: -1\n");
    const auto sut = mistakes_of(
        "duration_s: -1\n"
        "program: {on_loss: panic, exec: [no_such_program]}\n"
        "timing: {cycle_s: 0.01}\n"
        "vehicle: {sensors: " +
        sensors.path().filename().string() +
        ", start: {x_m: left}}\n"
        "route: {}\n");
    REQUIRE(sut.size() > 6);
    CHECK(sut[0] == ":1:13: duration_s: must be 0.001 to 1000000000, is -1");
    CHECK(sut[1] == ":2:20: program.on_loss: must be one of fail, wait, failsafe, is 'panic'");
    CHECK(sut[2].find(":2:33: program.exec: cannot start 'no_such_program'") == 0);
    CHECK(sut[3].find(":3:10: timing.cycle_s: unknown key") == 0);
    CHECK(sut[4] == ":1:8: steer.rate_hz: is missing");
    CHECK(sut[5] == ":1:8: steer.delay_s: is missing");
    CHECK(*(sut.end() - 3) == ":2:7: seed: must be a whole number of 0 or more, is '-1'");
    CHECK((sut.end() - 2)->find(": vehicle.start.x_m: must be a number, is 'left'") !=
          std::string::npos);
    CHECK(sut.back() == ":5:8: route.file: is missing");
}

TEST_CASE("errors that follow from another error of a run's file are not reported") {
    const auto one = [](const std::string& text) {
        const auto mistakes = mistakes_of(text);
        CAPTURE(text);
        REQUIRE(mistakes.size() == 1);
        return mistakes[0];
    };
    // Keys of either mode pass while the mode is not known.
    CHECK(one("mode: fast\ntiming: {}\nrealtime: {}\nvehicle: {vds1: {}}\n").find(":1:7: mode: ") ==
          0);
    CHECK(one("vehicle: {model: boat, converter: {}}\n").find(":1:18: vehicle.model: ") == 0);
    CHECK(one("programs: [{reference_id: 1}, {}]\n").find(":1:27: programs[0].reference_id: ") ==
          0);
    CHECK(one("programs: [1]\n") == ":1:12: programs[0]: must be a map of keys");
    const ScratchFile actuation(".yaml", "wheel_base: long\n");
    CHECK(one("vehicle: {actuation: " + actuation.path().filename().string() +
              ", converter: {}}\n") == ":1:13: wheel_base: must be a number, is 'long'");
}

TEST_CASE("the seed of a run applies to its sensors, and to losses without a separate seed") {
    const std::string two =
        "programs: [{name: a}, {name: b, reference_id: 0x5000}]\n"
        "sockets: {broadcast: {port: net}";
    const auto seeds = [](RunConfig run) {
        run.spread_seed();
        return std::vector<std::uint64_t>{run.programs[0].vehicle.session.sensors.seed,
                                          run.programs[1].vehicle.session.sensors.seed,
                                          run.network->seed.value_or(0)};
    };
    const auto unseeded = seeds(read(two + "}\n"));
    CHECK(unseeded[0] == unseeded[1]);
    CHECK(unseeded[2] == 0);
    const auto seeded = seeds(read(two + "}\nseed: 5\n"));
    CHECK(seeded[0] != unseeded[0]);
    CHECK(seeded[0] != seeded[1]);
    CHECK(seeded[2] == 5);
    CHECK(seeds(read(two + "}\nseed: 5\n")) == seeded);
    CHECK(seeds(read(two + "}\nseed: 6\n"))[0] != seeded[0]);
    CHECK(seeds(read(two + ", seed: 9}\nseed: 5\n"))[2] == 9);
}

TEST_CASE("a program may have any answer time-out") {
    CHECK(!read("program: {answer_timeout_s: none}\n").programs[0].options.answer_timeout);
}

}  // namespace config_test
