// SPDX-License-Identifier: MIT
// The driver model in place of a program: routes, manoeuvres, laps.
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace driver_test {

using tests::Finished;
using tests::Scene;
using Json = nlohmann::json;

const std::string project = PROJECT_DIRECTORY;
const std::string scenarios = project + "/plant/data/scenario/";
const std::string demo_route = "route: {file: " + project + "/programs/demo/route.csv}\n";

/// The summary of a run of that configuration, with its trace in trace.csv.
Json summary_of(const Scene& scene, const std::string& text) {
    const bool is_list = text.find("programs:") != std::string::npos;
    const auto config =
        scene.scratch.write("run.yaml", "ddc: {name: " + scene.table + "}\n" +
                                            (is_list ? "" : "trace: trace.csv\n") + text);
    const auto summary = scene.scratch.path() / "summary.json";
    const Finished result = tests::run(
        scene.scratch, {"ddc-gateway", "run", config, "--repeatable", "--summary", summary});
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    return Json::parse(tests::read_file(summary));
}

std::map<std::string, double> figures_of(const Json& summary) {
    std::map<std::string, double> figures;
    for (const auto& figure : summary["manoeuvre"]) figures[figure["name"]] = figure["value"];
    return figures;
}

tests::Trace trace_of(const Scene& scene) {
    return tests::Trace(scene.scratch.path() / "trace.csv");
}

TEST_CASE("the driver stays within 0.15 m of the demo's route and within its limits of comfort") {
    const Scene scene;
    const Json summary =
        summary_of(scene, "duration_s: 120\ndriver: {}\nsafety: {}\n" + demo_route);
    CHECK(summary["interface"] == "driver");
    CHECK(summary["route"]["max_m"].get<double>() < 0.15);
    CHECK(std::abs(summary["vehicle"]["vx_mps"].get<double>()) < 0.01);
    CHECK(summary["safety"]["rules"].empty());
    const tests::Trace trace = trace_of(scene);
    const auto speed = trace.column("vx_mps"), throttle = trace.column("driver_throttle");
    for (std::size_t i = 10; i < speed.size(); ++i) {
        const double accel_mps2 = (speed[i] - speed[i - 10]) / 0.1;
        CHECK(accel_mps2 < 1.6);
        CHECK(accel_mps2 > -2.2);
    }
    for (const char* name : {"driver_speed_mps", "driver_left_m", "driver_steer_rad"})
        CHECK(trace.column(name).size() == speed.size());
    CHECK(*std::max_element(throttle.begin(), throttle.end()) > 0.1);
}

TEST_CASE("every model drives both lane changes without a cone") {
    for (const char* model : {"bicycle", "seven_dof", "fourteen_dof"})
        for (const char* course : {"iso_3888_1", "iso_3888_2"}) {
            const Scene scene;
            INFO(model << " " << course);
            const auto figures = figures_of(summary_of(
                scene, "duration_s: 7\ndriver: {}\nvehicle: {model: " + std::string(model) +
                           "}\nmanoeuvre: " + scenarios + course + ".yaml\n"));
            CHECK(figures.at("cones hit") == 0);
            CHECK(figures.at("lanes with cones hit") == 0);
            if (course == std::string("iso_3888_1"))
                CHECK(figures.at("speed lost") == doctest::Approx(0).epsilon(1.0));
        }
}

TEST_CASE("a run-up before the lanes is no part of the manoeuvre") {
    const Scene scene;
    const auto figures = figures_of(
        summary_of(scene,
                   "duration_s: 14\ndriver: {}\nvehicle: {start: {x_m: -100, vx_mps: 18}}\n"
                   "manoeuvre: " +
                       scenarios + "iso_3888_1.yaml\n"));
    CHECK(figures.at("speed at the start") == doctest::Approx(80).epsilon(0.01));
    CHECK(figures.at("cones hit") == 0);
}

TEST_CASE("the understeer gradient on a circle is that of a replay of the same manoeuvre") {
    const Scene scene;
    const auto figures = figures_of(summary_of(
        scene, "duration_s: 700\ndriver: {}\nmanoeuvre: " + scenarios + "iso_4138_radius.yaml\n"));
    const auto report = scene.scratch.path() / "report.json";
    const Finished replay = tests::run(
        scene.scratch,
        {"ddc-gateway", "replay", scenarios + "iso_4138_radius.yaml", "--report", report});
    REQUIRE(replay.exit_code == 0);
    const Json figures_of_replay = Json::parse(tests::read_file(report));
    bool is_compared = false;
    for (const auto& figure : figures_of_replay["findings"]) {
        if (figure["name"] != "understeer gradient") continue;
        is_compared = true;
        CHECK(figures.at("understeer gradient") ==
              doctest::Approx(figure["value"].get<double>()).epsilon(0.02));
    }
    CHECK(is_compared);
}

TEST_CASE("a step of the steering comes when the driver has reached the speed") {
    const std::string manoeuvre = "manoeuvre: " + scenarios + "iso_7401_step_2deg.yaml\n";
    const Scene at_once, with_run_up;
    const auto expected =
        figures_of(summary_of(at_once, "duration_s: 6\ndriver: {}\n" + manoeuvre));
    const auto figures = figures_of(summary_of(
        with_run_up, "duration_s: 25\ndriver: {}\nvehicle: {start: {vx_mps: 5}}\n" + manoeuvre));
    CHECK(expected.at("steady yaw rate") > 10);
    CHECK(figures.at("steady yaw rate") ==
          doctest::Approx(expected.at("steady yaw rate")).epsilon(0.02));
    CHECK(figures.at("response time of yaw rate") ==
          doctest::Approx(expected.at("response time of yaw rate")).epsilon(0.1));
}

TEST_CASE("a program takes the driver's place in an open-loop manoeuvre") {
    const Scene scene;
    const auto figures = figures_of(summary_of(
        scene, "duration_s: 6\nprogram: {exec: [autopilot_basic, \"4000\"]}\nmanoeuvre: " +
                   scenarios + "iso_7401_step_2deg.yaml\n"));
    CHECK(figures.count("steady yaw rate") == 1);
    CHECK(figures.at("largest yaw rate") > 5);
}

TEST_CASE("flying laps of the handling course are within 3 % of the profile from the friction") {
    const Scene scene;
    summary_of(scene,
               "duration_s: 115\n"
               "driver: {speed_mps: 60, acceleration_mps2: 20, deceleration_mps2: 20, "
               "lateral_mps2: 20, jerk_mps3: 100, friction_use: 0.75}\n"
               "route: {closed: true, file: " +
                   project + "/programs/driver/handling.csv}\n");
    const tests::Trace trace = trace_of(scene);
    const auto time = trace.column("t_s"), speed = trace.column("vx_mps");
    const auto profile = trace.column("driver_speed_mps");
    double way_m = 0, worst = 0;
    constexpr double lap_m = 1004;
    for (std::size_t i = 1; i < time.size(); ++i) {
        way_m += speed[i] * (time[i] - time[i - 1]);
        if (way_m > lap_m) worst = std::max(worst, std::abs(speed[i] / profile[i] - 1));
    }
    CHECK(way_m > 2 * lap_m);
    CHECK(worst < 0.03);
}

TEST_CASE("two runs of a driver are equal, bit for bit") {
    const std::string text = "duration_s: 20\ndriver: {}\n" + demo_route;
    const Scene first, second;
    summary_of(first, text);
    summary_of(second, text);
    CHECK(tests::read_file(first.scratch.path() / "trace.csv") ==
          tests::read_file(second.scratch.path() / "trace.csv"));
}

TEST_CASE("a driver and a program drive their vehicles in one shared time") {
    const Scene scene;
    const Json summary = summary_of(
        scene,
        "duration_s: 2\ntime: shared\nprograms:\n"
        "  - {name: model, driver: {speed_mps: 10}, " +
            demo_route.substr(0, demo_route.size() - 1) +
            "}\n  - {name: program, reference_id: 0x5000, exec: [autopilot_basic, \"5000\"]}\n");
    CHECK(summary["programs"][0]["interface"] == "driver");
    CHECK(summary["programs"][0]["vehicle"]["x_m"].get<double>() > 0.5);
}

TEST_CASE("a driver without a way to drive, or beside a program, is refused") {
    const Scene scene;
    const auto problem_of = [&](const std::string& text) {
        const Finished result = tests::run(
            scene.scratch, {"ddc-gateway", "validate", scene.scratch.write("bad.yaml", text)});
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(problem_of("driver: {}\n").find("driver: needs a `route` or a `manoeuvre`") !=
          std::string::npos);
    CHECK(problem_of("driver: {}\nprogram: {}\n" + demo_route)
              .find("driver: drives in place of a program") != std::string::npos);
    CHECK(problem_of("driver: {jerk_mps3: 0}\n" + demo_route).find("jerk_mps3") !=
          std::string::npos);
    CHECK(problem_of("driver: {}\nvehicle: {model: actuation_cmd}\n" + demo_route)
              .find("driver: gives pedals") != std::string::npos);
    CHECK(problem_of("driver: {}\nmanoeuvre: " + scenarios + "braking.yaml\n")
              .find("manoeuvre: has neither a course") != std::string::npos);
}

}  // namespace driver_test
