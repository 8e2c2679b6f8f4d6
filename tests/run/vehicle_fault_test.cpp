// SPDX-License-Identifier: MIT
// Faults of a run's vehicle, its sensors and its road, from outside.
#include "scene.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace vehicle_fault_test {

using Column = std::vector<double>;

constexpr int first = 100, end = 200;  ///< the cycles in which the faults are active

std::string text_of(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// A run of three seconds. @param faults items without name and times
std::string trace_of(const tests::Scene& scene, const std::vector<std::string>& faults,
                     const std::string& from = "1", const std::string& model = "seven_dof") {
    std::string list;
    for (std::size_t i = 0; i < faults.size(); ++i)
        list += (i == 0 ? "{name: f" : ", {name: f") + std::to_string(i) +
                ", from: {time_s: " + from + "}, until: {after_s: 1}, " + faults[i] + "}";
    const auto config = scene.scratch.write(
        "run.yaml",
        "duration_s: 3\nddc: {name: " + scene.table +
            "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\nroute: {file: " PROJECT_DIRECTORY
            "/programs/demo/route.csv}\nvehicle: {model: " +
            model +
            ", sensors: " PROJECT_DIRECTORY
            "/plant/data/sensor/sedan.yaml}\n"
            "trace: trace.csv\nfaults: [" +
            list + "]\n");
    const tests::Finished done =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--repeatable"});
    INFO("standard error: " << done.err);
    REQUIRE(done.exit_code == 0);
    return text_of(scene.scratch.path() / "trace.csv");
}

Column column_of(const tests::Scene& scene, const std::string& name) {
    return tests::Trace(scene.scratch.path() / "trace.csv").column(name);
}

TEST_CASE("a bias of a sensor is in its readings before any port, and nowhere else") {
    const tests::Scene scene;
    trace_of(scene, {"kind: bias, bias_m: 3, target: sensors.gnss_position.x_m"}, "5");
    const Column truth = column_of(scene, "measured_gnss_position_x_m");
    const Column y_m = column_of(scene, "measured_gnss_position_y_m");
    const Column x_m = column_of(scene, "x_m");
    trace_of(scene, {"kind: bias, bias_m: 3, target: sensors.gnss_position.x_m"});
    const Column seen = column_of(scene, "measured_gnss_position_x_m");
    REQUIRE(seen.size() == 300);
    for (int i = 0; i < 300; ++i) {
        CAPTURE(i);
        const double bias_m = i >= first && i < end ? 3 : 0;
        CHECK(seen[i] == doctest::Approx(truth[i] + bias_m).epsilon(1e-12));
    }
    CHECK(column_of(scene, "measured_gnss_position_y_m") == y_m);
    CHECK(column_of(scene, "x_m") == x_m);
}

TEST_CASE("a frozen sensor keeps all its values") {
    const tests::Scene scene;
    trace_of(scene, {"kind: freeze, target: sensors.wheel_speed"});
    for (const char* wheel : {"fl", "fr", "rl", "rr"}) {
        const Column spin =
            column_of(scene, std::string("measured_wheel_speed_") + wheel + "_radps");
        for (int i = first; i < end; ++i) CHECK(spin[i] == spin[first]);
        CHECK(spin[end] != spin[first]);
    }
}

TEST_CASE("a vehicle with a dead throttle does not get faster") {
    const tests::Scene scene;
    trace_of(scene, {"kind: dead, target: actuators.throttle"});
    const Column speed = column_of(scene, "vx_mps");
    CHECK(speed[first] > speed[first - 50] + 0.2);
    CHECK(speed[end - 1] < speed[first + 10]);  // the tyres still slip in the first cycles
    CHECK(speed[299] > speed[end - 1] + 0.5);
}

TEST_CASE("runs with all faults of a vehicle are repeated bit-identically") {
    const std::vector<std::string> faults{
        "kind: noise, deviation_m: 0.5, target: sensors.gnss_position",
        "kind: drop_out, probability: 0.5, target: sensors.imu_gyro",
        "kind: slower, lag_s: 0.3, target: actuators.steering",
        "kind: offset, offset_deg: 1, target: actuators.steering",
        "kind: limited, limit: 0.2, target: actuators.throttle",
        "kind: patch, friction: 0.2, length_m: 5, target: world",
        "kind: grade, grade: 0.05, ramp_s: 0.5, target: world",
        "kind: friction, scale: 0.5, target: world",
        "kind: tyre_friction, scale: 0.5, target: vehicle.front_left"};
    for (const char* model : {"bicycle", "seven_dof", "fourteen_dof"}) {
        const tests::Scene one, other;
        const std::string trace = trace_of(one, faults, "1", model);
        CHECK(trace == trace_of(other, faults, "1", model));
        CHECK(trace != trace_of(other, faults, "5", model));
    }
}

TEST_CASE("faults that never begin do not change a run") {
    const tests::Scene scene;
    trace_of(scene, {});
    const Column x_m = column_of(scene, "x_m"), yaw_rad = column_of(scene, "yaw_rad");
    trace_of(scene,
             {"kind: stuck, target: actuators.steering", "kind: grade, grade: 0.1, target: world",
              "kind: noise, deviation_m: 9, target: sensors.gnss_position"},
             "5");
    CHECK(column_of(scene, "x_m") == x_m);
    CHECK(column_of(scene, "yaw_rad") == yaw_rad);
}

}  // namespace vehicle_fault_test
