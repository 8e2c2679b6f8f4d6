// SPDX-License-Identifier: MIT
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace replay_test {

using tests::Finished;
using tests::ScratchDirectory;

const std::string scenarios = std::string(PROJECT_DIRECTORY) + "/plant/data/scenario/";

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

TEST_CASE("every manoeuvre file runs and reports its results") {
    ScratchDirectory scratch;
    for (const auto& file : std::filesystem::directory_iterator(scenarios)) {
        CAPTURE(file.path());
        const Finished result = tests::run(scratch, {"ddc-gateway", "replay", file.path()});
        CHECK(result.exit_code == 0);
        CHECK(result.out.find("largest yaw rate") != std::string::npos);
    }
}

TEST_CASE("a full brake from 100 km/h stops within the range of a good car, and is drawn") {
    ScratchDirectory scratch;
    const auto report = scratch.path() / "report.json", plot = scratch.path() / "plot.png";
    const Finished result = tests::run(
        scratch,
        {"ddc-gateway", "replay", scenarios + "braking.yaml", "--report", report, "--plot", plot});
    REQUIRE(result.exit_code == 0);
    const auto json = nlohmann::json::parse(tests::read_file(report));
    double distance_m = 0;
    for (const auto& finding : json["findings"])
        if (finding["name"] == "stopping distance") distance_m = finding["value"];
    CHECK(distance_m > 36);
    CHECK(distance_m < 44);
    CHECK(tests::read_file(plot).substr(1, 3) == "PNG");
}

TEST_CASE("the picture of a double lane change has the cones of its lanes at their positions") {
    ScratchDirectory scratch;
    const auto plot = scratch.path() / "plot.svg";
    REQUIRE(tests::run(scratch,
                       {"ddc-gateway", "replay", scenarios + "iso_3888_1.yaml", "--plot", plot})
                .exit_code == 0);
    const std::string svg = tests::read_file(plot);
    const std::regex cone("<use xlink:href='#gpPt8' transform='translate\\(([0-9.]+),([0-9.]+)\\)");
    std::vector<double> x_px, y_px;  // lane by lane, the right line before the left
    for (std::sregex_iterator found(svg.begin(), svg.end(), cone), end; found != end; ++found) {
        x_px.push_back(std::stod((*found)[1]));
        y_px.push_back(std::stod((*found)[2]));
    }
    // ISO 3888-1: lanes of 15, 25 and 15 m, here with a pair of cones each 3 m at most.
    REQUIRE(x_px.size() == 2 * (6 + 10 + 6));
    const double length_px = x_px[10] - x_px[0];
    CHECK((x_px[12] - x_px[10]) / length_px == doctest::Approx(30.0 / 15).epsilon(0.01));
    CHECK((x_px[30] - x_px[12]) / length_px == doctest::Approx(25.0 / 15).epsilon(0.01));
    // Widths for a vehicle of 1.8 m: 1.1 and 1.2 times that and 0.25 m.
    CHECK((y_px[12] - y_px[13]) / (y_px[0] - y_px[1]) ==
          doctest::Approx(2.41 / 2.23).epsilon(0.01));
}

TEST_CASE("a replay uses values of the command line, of its scenario and of the vehicle") {
    ScratchDirectory scratch;
    const auto report = scratch.path() / "report.json";
    const auto stopping_distance_m = [&](const std::vector<std::string>& settings) {
        std::vector<std::string> words{"ddc-gateway", "replay", scenarios + "braking.yaml",
                                       "--report", report};
        for (const std::string& setting : settings) words.insert(words.end(), {"--set", setting});
        const Finished result = tests::run(scratch, words);
        CHECK_MESSAGE(result.exit_code == 0, result.err);
        const auto json = nlohmann::json::parse(tests::read_file(report));
        for (const std::string& setting : settings)
            CHECK(json["set"].contains(setting.substr(0, setting.find('='))));
        for (const auto& finding : json["findings"])
            if (finding["name"] == "stopping distance") return finding["value"].get<double>();
        return 0.0;
    };
    const double whole_m = stopping_distance_m({});
    CHECK(stopping_distance_m({"initial_speed_mps=14"}) < 0.4 * whole_m);
    CHECK(stopping_distance_m({"vehicle.parameters.brake.max_torque_nm=2800"}) > 1.2 * whole_m);
    const Finished refused = tests::run(
        scratch,
        {"ddc-gateway", "replay", scenarios + "braking.yaml", "--set", "vehicle.model=bicycle"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("--set vehicle.model: a replay has") != std::string::npos);
}

TEST_CASE("a table of commands drives any model, one row a step, with the same output each time") {
    ScratchDirectory scratch;
    const auto inputs =
        scratch.write("in.csv", "t_s,steer_rad,throttle,brake\n0,0,0.5,0\n1,0.05,0,0\n");
    const auto scenario = scratch.write("short.yaml",
                                        "name: short\nmodel: kinematic\ninitial_speed_mps: 10\n"
                                        "duration_s: 2\ndt_s: 0.01\n");
    for (const char* model : {"kinematic", "bicycle", "seven_dof", "fourteen_dof"}) {
        CAPTURE(model);
        std::string first;
        for (const char* name : {"a.csv", "b.csv"}) {
            const auto output = scratch.path() / name;
            REQUIRE(tests::run(scratch, {"ddc-gateway", "replay", scenario, "--model", model,
                                         "--inputs", inputs, "--output", output})
                        .exit_code == 0);
            const std::string text = tests::read_file(output);
            CHECK(lines_of(text).size() == 1 + 1 + 200);  // header, start, one row a step
            if (first.empty()) first = text;
            CHECK(text == first);
        }
    }
}

TEST_CASE("with sensors the output has the readings of each, after the same columns") {
    ScratchDirectory scratch;
    const auto rows_with = [&](const std::string& sensors) {
        const auto output = scratch.path() / "out.csv";
        const Finished result =
            tests::run(scratch, {"ddc-gateway", "replay", scenarios + "braking.yaml", "--output",
                                 output, "--sensors", sensors});
        CHECK(result.exit_code == 0);
        return lines_of(tests::read_file(output));
    };
    const std::string folder = std::string(PROJECT_DIRECTORY) + "/plant/data/sensor/";
    const auto plain = rows_with(folder + "ideal.yaml"), read = rows_with(folder + "sedan.yaml");
    REQUIRE(plain.size() == read.size());
    CHECK(plain[0].find("measured_") == std::string::npos);
    for (std::size_t i = 0; i < plain.size(); ++i)
        CHECK(read[i].substr(0, plain[i].size() + 1) == plain[i] + ",");
    for (const char* column :
         {",measured_imu_accel_x_mps2,", ",measured_steer_rad,", ",measured_gnss_velocity_y_mps,"})
        CHECK(read[0].find(column) != std::string::npos);
}

TEST_CASE("omitted keys of a tyre file are reported by every command that reads one") {
    ScratchDirectory scratch;
    std::istringstream whole(
        tests::read_file(std::string(PROJECT_DIRECTORY) + "/plant/data/tyre/sedan.tir"));
    std::string text;
    for (std::string line; std::getline(whole, line);)
        if (line.find("PDX2") == std::string::npos) text += line + '\n';
    const auto tyre = scratch.write("sparse.tir", text);
    const auto config = scratch.write("run.yaml", "vehicle: {tyre: sparse.tir}\n");
    const auto server = scratch.write(
        "car.yaml", "duration_s: 0.01\nvehicles: [{cmd_port: 0, tyre: sparse.tir}]\n");
    const std::string sedan = std::string(PROJECT_DIRECTORY) + "/plant/data/vehicle/sedan.yaml";
    for (const std::vector<std::string>& command :
         {std::vector<std::string>{"ddc-gateway", "replay", scenarios + "braking.yaml", "--tyre",
                                   tyre},
          {"ddc-gateway", "validate", config},
          {"vdsim_realtime", "--config", server},
          {"vdsim_realtime", sedan, tyre, "--duration", "0.01", "--cmd-port", "0"}}) {
        const Finished result = tests::run(scratch, command);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 0);
        CHECK(result.err.find("sparse.tir: PDX2: missing, 0 assumed") != std::string::npos);
    }
}

TEST_CASE("--list names a file for every manoeuvre") {
    ScratchDirectory scratch;
    const Finished result = tests::run(scratch, {"ddc-gateway", "replay", "--list"});
    CHECK(result.exit_code == 0);
    const auto lines = lines_of(result.out);
    CHECK(lines.size() > 10);
    for (const std::string& line : lines)
        CHECK(std::filesystem::exists(std::string(PROJECT_DIRECTORY) + "/" +
                                      line.substr(0, line.find(' '))));
    CHECK(tests::run(scratch, {"ddc-gateway", "replay"}).exit_code == 2);
}

TEST_CASE("a program drives the course of a manoeuvre, and the summary has the figures") {
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "lanes.yaml", "duration_s: 8\nddc: {name: " + scene.table +
                          "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\nmanoeuvre: " +
                          scenarios + "iso_3888_1.yaml\n");
    const auto summary = scene.scratch.path() / "summary.json";
    const Finished result = tests::run(
        scene.scratch, {"ddc-gateway", "run", config, "--repeatable", "--summary", summary});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(result.out.find("cones hit") != std::string::npos);
    const auto json = nlohmann::json::parse(tests::read_file(summary));
    std::map<std::string, double> figures;
    for (const auto& figure : json["manoeuvre"]) figures[figure["name"]] = figure["value"];
    CHECK(figures.at("cones hit") == 0);
    CHECK(figures.at("lanes with cones hit") == 0);
    CHECK(figures.at("speed at the start") == doctest::Approx(80.0).epsilon(1e-3));
    CHECK(json["route"]["max_m"].get<double>() < 1.0);
}

TEST_CASE("a manoeuvre without a course and a steering movement has no route") {
    ScratchDirectory scratch;
    const auto warning_of = [&](const std::string& text) {
        const Finished result =
            tests::run(scratch, {"ddc-gateway", "validate", scratch.write("run.yaml", text)});
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(warning_of("manoeuvre: " + scenarios + "braking.yaml\n")
              .find("run.yaml:1:12: manoeuvre: has neither a course") != std::string::npos);
    CHECK(warning_of("manoeuvre: " + scenarios + "iso_3888_1.yaml\nroute: {file: " +
                     PROJECT_DIRECTORY + "/programs/demo/route.csv}\n")
              .find("run.yaml:1:12: manoeuvre: its course is the route") != std::string::npos);
}

TEST_CASE("files that cannot be used give exit code 2 and their position") {
    ScratchDirectory scratch;
    const auto refused = [&](std::vector<std::string> arguments, const std::string& message) {
        arguments.insert(arguments.begin(), {"ddc-gateway", "replay"});
        const Finished result = tests::run(scratch, arguments);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 2);
        CHECK(result.err.find(message) != std::string::npos);
    };
    refused({scratch.write("bad.yaml", "name: bad\nspeed: 3\n")}, "bad.yaml:");
    const auto inputs = scratch.write("in.csv", "t_s,steer_rad,throttle,brake\n1e300,0,0,0\n");
    refused({scenarios + "braking.yaml", "--inputs", inputs}, "in.csv:2:1: t_s: ");
    refused({scenarios + "braking.yaml", "--model", "boat"}, "boat");
}

}  // namespace replay_test
