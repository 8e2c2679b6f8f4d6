// SPDX-License-Identifier: MIT
#include "command.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>

#include <string>

namespace files_test {

using tests::Finished;
using tests::ScratchDirectory;

Finished validate(const ScratchDirectory& scratch, const std::string& config) {
    const tests::Watchdog watchdog;
    return tests::run(scratch, {"ddc-gateway", "validate", scratch.write("run.yaml", config)});
}

void check_refused(const ScratchDirectory& scratch, const std::string& config,
                   const std::string& reason) {
    const Finished finished = validate(scratch, config);
    CAPTURE(config);
    CAPTURE(finished.err);
    CHECK(finished.exit_code == 2);
    CHECK(finished.err.find(reason) != std::string::npos);
    CHECK(finished.err.size() < 500);
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

TEST_CASE("a route that is nested without end is refused with its place") {
    const ScratchDirectory scratch;
    const std::string config = "route: {file: route.geojson}\n";
    const std::pair<std::string, std::string> documents[] = {
        {repeated("{\"type\":\"Feature\",\"geometry\":", 50'000), "route.geojson:1:"},
        {repeated("{\"type\":\"FeatureCollection\",\"features\":[\n", 50'000), "route.geojson:33:"},
        {repeated("[", 1'000'000), "route.geojson:1:65: "}};
    for (const auto& [text, place] : documents) {
        scratch.write("route.geojson", text);
        check_refused(scratch, config, place);
        check_refused(scratch, config, "levels deep");
    }
}

TEST_CASE("a route that a spreadsheet has saved is read") {
    const ScratchDirectory scratch;
    scratch.write("route.csv", "\xEF\xBB\xBFx_m,y_m\r\n0,0\r\n10,0\r\n");
    const Finished finished = validate(scratch, "route: {file: route.csv}\n");
    CHECK(finished.exit_code == 0);
    CHECK(finished.out.find("route of 2 points") != std::string::npos);
}

TEST_CASE("a route that no vehicle can reach is refused with its line") {
    const ScratchDirectory scratch;
    for (const char* place : {"1e308,0", "0,-1e308", "2e9,0", "inf,0", "0,nan", "1e999,0"}) {
        scratch.write("route.csv", "x_m,y_m\n0,0\n" + std::string(place) + "\n");
        check_refused(scratch, "route: {file: route.csv}\n", "route.csv:3: ");
    }
}

TEST_CASE("a second document of a file is refused, not passed over in silence") {
    const ScratchDirectory scratch;
    check_refused(scratch, "duration_s: 1\n---\nduration_s: 2\n",
                  "run.yaml:3:1: a second document");
    scratch.write("sensors.yaml", "seed: 1\n--- {seed: 2}\n");
    check_refused(scratch, "vehicle: {sensors: sensors.yaml}\n",
                  "sensors.yaml:2:5: a second document");
    check_refused(scratch, "duration_s: 1\n---\n", "a second document");
}

TEST_CASE("a table's name that leads elsewhere is refused with its place") {
    const ScratchDirectory scratch;
    for (const char* name : {"../../x", "a/b", "\"\"", "\"a b\""})
        check_refused(scratch, "ddc: {name: " + std::string(name) + "}\n",
                      "run.yaml:1:13: ddc.name: ");
}

TEST_CASE("replay refuses a row at a time that no drive has, with its line") {
    const ScratchDirectory scratch;
    const std::string vehicle = scratch.write("car.yaml", "model: actuation_cmd\n");
    const std::string header = "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear\n";
    for (const char* time : {"1e300", "1e999", "nan", "2e10", "3600"}) {
        const std::string rows =
            scratch.write("rows.csv", header + "0,0.1,0,0,0,2\n" + time + ",0.1,0,0,0,2\n");
        const tests::Watchdog watchdog;
        const Finished finished =
            tests::run(scratch, {"ddc-gateway", "replay", vehicle, "--inputs", rows});
        CHECK(finished.exit_code == 2);
        CHECK(finished.err.find("rows.csv:3:1: t: ") != std::string::npos);
        CHECK(finished.out.empty());
    }
    const std::string controls =
        scratch.write("controls.csv", "t_s,steer_rad,throttle,brake\n0,0,0,0\n1e300,0,0,0\n");
    const Finished finished =
        tests::run(scratch, {"ddc-gateway", "replay",
                             std::string(PROJECT_DIRECTORY) + "/plant/data/scenario/braking.yaml",
                             "--inputs", controls});
    CHECK(finished.exit_code == 2);
    CHECK(finished.err.find("controls.csv:3:1: t_s: ") != std::string::npos);
}

}  // namespace files_test
