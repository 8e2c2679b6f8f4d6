// SPDX-License-Identifier: MIT
// A program that gets the readings of the vehicle's sensors beside the true values.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/interface/program.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace sensor_program_test {

using namespace std::chrono_literals;
using tests::Finished;
using tests::Scene;
using tests::Trace;

constexpr const char* noisy_gnss =
    "seed: 3\n"
    "gnss_position: {rate_hz: 0, delay_s: 0, noise_m: 0.5, bias_m: 5, "
    "random_walk_m_per_sqrt_s: 0}\n";

/// Drives off slowly and stores all inputs.
int looking_program(const std::string& table_name) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, 0x4000, "looking");
    for (const char* place : {"true_position", "gnss_position", "gnss_velocity"})
        program.input<std::array<double, 2>>(place);
    for (const char* wheels : {"wheel_speed", "wheel_speed_measured"})
        program.input<std::array<double, 4>>(wheels);
    program.input<std::array<double, 3>>("imu_acceleration");
    program.input<double>("imu_yaw_rate");
    program.input<double>("true_velocity");
    const auto gas = program.output<double>("set_gas");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(gas, 0.3);
        static_cast<void>(program.end_cycle());
    }
}

/// Runs with that program. @return the trace's text
std::string trace_of(const Scene& scene, const std::string& vehicle, const std::string& more = "") {
    const tests::Child program([&] { return looking_program(scene.table); });
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 1\nddc: {name: " + scene.table +
                        "}\ntrace: trace.csv\nvehicle: " + vehicle + "\n" + more);
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO("standard error: " << result.err);
    CHECK((result.exit_code == 0 || result.exit_code == 3));  // late, on a busy machine
    return tests::read_file(scene.scratch.path() / "trace.csv");
}

const std::string constant_time = "timing: {execution_time: constant, output_delay: none}\n";

TEST_CASE("a noisy GNSS gives a program another position than the true one, repeatably") {
    const Scene scene;
    scene.scratch.write("gnss.yaml", noisy_gnss);
    const std::string text = trace_of(scene, "{sensors: gnss.yaml}", constant_time);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto truth = trace.column("true_position[0]");
    const auto shown = trace.column("gnss_position[0]");
    REQUIRE(truth.size() == 100);
    double mean_m = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) {
        CHECK(shown[i] != truth[i]);
        mean_m += (shown[i] - truth[i]) / static_cast<double>(truth.size());
    }
    CHECK(std::abs(mean_m - 5) < 4 * 0.5 / 10);  // four standard errors of a hundred samples
    CHECK(trace.column("x_m") == truth);
    CHECK(trace.column("measured_gnss_position_x_m") == shown);
    CHECK(trace.column("wheel_speed_measured[2]") == trace.column("wheel_speed[2]"));
    CHECK(trace_of(scene, "{sensors: gnss.yaml}", constant_time) == text);
}

TEST_CASE("without sensors a program gets the true values, and the trace has no readings") {
    const Scene scene;
    const std::string text = trace_of(scene, "{start: {yaw_deg: 90}}", constant_time);
    CHECK(text.find(",measured_") == std::string::npos);
    const Trace trace(scene.scratch.path() / "trace.csv");
    for (const char* element : {"[0]", "[1]"})
        CHECK(trace.column(std::string("gnss_position") + element) ==
              trace.column(std::string("true_position") + element));
    CHECK(trace.column("wheel_speed_measured[3]") == trace.column("wheel_speed[3]"));
    const double vx_mps = trace.column("true_velocity").back() / 3.6;
    CHECK(vx_mps > 0.5);
    CHECK(trace.column("gnss_velocity[1]").back() == doctest::Approx(vx_mps));
    CHECK(trace.column("imu_acceleration[0]").back() > 0.5);
    CHECK(trace.column("imu_yaw_rate").back() == doctest::Approx(0));
}

TEST_CASE("a trace in realtime mode has the readings too") {
    const Scene scene;
    scene.scratch.write("gnss.yaml", noisy_gnss);
    trace_of(scene, "{sensors: gnss.yaml}", "mode: realtime\n");
    const Trace trace(scene.scratch.path() / "trace.csv");
    CHECK(trace.column("measured_gnss_position_x_m") == trace.column("gnss_position[0]"));
    CHECK(trace.rows() > 0);
}

}  // namespace sensor_program_test
