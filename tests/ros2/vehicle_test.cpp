// SPDX-License-Identifier: MIT
#include "drive.hpp"

#include <plant/angle.hpp>

#include <algorithm>
#include <cmath>

namespace vehicle_test {

using tests::Drive;
using tests::Finished;
using tests::PeerSample;
using tests::row_of;
using tests::Scene;
using tests::Trace;

constexpr double rear_axle_m = 1.5;  ///< of the sedan, behind its centre of gravity

TEST_CASE("a peer of another library reads the vehicle of the trace") {
    const Drive drive("clock: true", 100);
    const Trace trace = drive.trace();
    const auto x_m = trace.column("x_m"), y_m = trace.column("y_m"),
               yaw_rad = trace.column("yaw_rad"), vx_mps = trace.column("vx_mps");
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/velocity_status")) {
        CHECK(sample.frames == std::vector<std::string>{"base_link"});
        CHECK(sample.values.at(0) == static_cast<float>(vx_mps.at(row_of(sample))));
    }
    for (const PeerSample& sample : drive.samples.at("/localization/kinematic_state")) {
        CHECK(sample.frames == std::vector<std::string>{"map", "base_link"});
        const std::size_t row = row_of(sample);
        CHECK(
            sample.values.at(0) ==
            doctest::Approx(x_m.at(row) - rear_axle_m * std::cos(yaw_rad.at(row))).epsilon(1e-12));
        CHECK(
            sample.values.at(1) ==
            doctest::Approx(y_m.at(row) - rear_axle_m * std::sin(yaw_rad.at(row))).epsilon(1e-12));
        CHECK(sample.values.at(7) == vx_mps.at(row));
        // The wheels of the rear axle roll, and slip little.
        CHECK(std::abs(sample.values.at(8)) < 0.5);
    }
    for (const PeerSample& sample : drive.samples.at("/tf")) {
        CHECK(sample.frames == std::vector<std::string>{"map", "base_link"});
        const std::size_t row = row_of(sample);
        CHECK(
            sample.values.at(0) ==
            doctest::Approx(x_m.at(row) - rear_axle_m * std::cos(yaw_rad.at(row))).epsilon(1e-12));
        CHECK(std::hypot(sample.values.at(5), sample.values.at(6)) ==
              doctest::Approx(1).epsilon(1e-2));
    }
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/control_mode"))
        CHECK(sample.values == std::vector<double>{1});
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/gear_status"))
        CHECK(sample.values == std::vector<double>{2});
}

TEST_CASE("a vehicle is published every 25 ms and the clock in each cycle") {
    const Drive drive("clock: true", 100);
    const auto& clock = drive.samples.at("/clock");
    for (std::size_t i = 1; i < clock.size(); ++i) CHECK(clock[i].time_ns > clock[i - 1].time_ns);
    for (const auto& [topic, samples] : drive.samples) {
        CAPTURE(topic);
        if (topic == "/clock") continue;
        for (const PeerSample& sample : samples) {
            // Cycles are 10 ms apart: the first at or after 25 ms is at 30 ms.
            const std::int64_t in_pair_ns = sample.time_ns % (5 * Drive::cycle_ns);
            CHECK((in_pair_ns == 0 || in_pair_ns == 3 * Drive::cycle_ns));
        }
    }
}

TEST_CASE("without a clock stamps are those of the system") {
    const auto now_ns = [] {
        const auto now = std::chrono::system_clock::now().time_since_epoch();
        return std::chrono::nanoseconds(now).count();
    };
    const auto before_ns = now_ns();
    const Drive drive("clock: false", 20, {"/vehicle/status/velocity_status"});
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/velocity_status")) {
        CHECK(sample.time_ns >= before_ns);
        CHECK(sample.time_ns <= now_ns());
    }
}

TEST_CASE("two programs of one domain are rejected") {
    const Scene scene;
    const auto config =
        scene.scratch.write("run.yaml",
                            "programs:\n- {name: a, ros2: {domain: 7}}\n"
                            "- {name: b, reference_id: 0x5000, ros2: {domain: 7}}\n");
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "validate", config});
    CHECK(result.exit_code == 2);
    CHECK(result.err.find("ros2: is in the domain of 'a'") != std::string::npos);
}

TEST_CASE("a missing network interface is reported with the existing ones") {
    const Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "ddc: {name: " + scene.table + "}\nros2: {interface: no_such0}\n");
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("there is no network interface 'no_such0'") != std::string::npos);
    CHECK(result.err.find("available: lo") != std::string::npos);
}

TEST_CASE("a gateway without the module names its package") {
    const Scene scene;
    std::filesystem::create_directory(scene.scratch.path() / "bin");
    for (const char* name : {"ddc-gateway", "ddc-gateway-full"})
        std::filesystem::copy_file(tests::binary_directory() / name,
                                   scene.scratch.path() / "bin" / name);
    const auto alone = scene.scratch.path() / "bin/ddc-gateway";
    const auto config =
        scene.scratch.write("run.yaml", "ddc: {name: " + scene.table + "}\nros2: {}\n");
    const Finished result = tests::run(scene.scratch, {alone, "run", config});
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("install the package ddc-gateway-ros2") != std::string::npos);
}

TEST_CASE("a peer reads the actuators and the motion of the trace") {
    const Drive drive("clock: true", 100,
                      {"/vehicle/status/steering_status", "/vehicle/status/actuation_status",
                       "/sensing/imu/imu_data"},
                      "vehicle: {start: {y_m: 2, yaw_deg: 20, vx_mps: 8}}\n");
    constexpr double cycle_s = 1e-9 * Drive::cycle_ns;
    const Trace trace = drive.trace();
    const auto steering_deg = trace.column("steering"), gas = trace.column("gas"),
               braking = trace.column("braking"), yaw_rad = trace.column("yaw_rad"),
               vx_mps = trace.column("vx_mps"), x_m = trace.column("x_m"),
               y_m = trace.column("y_m");
    double most_steering_rad = 0;
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/steering_status")) {
        const double steering_rad = steering_deg.at(row_of(sample)) * plant::rad_per_deg;
        most_steering_rad = std::max(most_steering_rad, std::abs(steering_rad));
        CHECK(sample.values.at(0) == doctest::Approx(steering_rad).epsilon(1e-6));
    }
    CHECK(most_steering_rad > 0.001);
    for (const PeerSample& sample : drive.samples.at("/vehicle/status/actuation_status")) {
        const std::size_t row = row_of(sample);
        CHECK(sample.values.at(0) == doctest::Approx(gas.at(row)).epsilon(1e-9));
        CHECK(sample.values.at(1) == doctest::Approx(braking.at(row)).epsilon(1e-9));
        CHECK(sample.values.at(2) ==
              doctest::Approx(steering_deg.at(row) * plant::rad_per_deg).epsilon(1e-9));
    }
    std::size_t steady = 0;
    for (const PeerSample& sample : drive.samples.at("/sensing/imu/imu_data")) {
        const std::size_t row = row_of(sample);
        if (row == 0 || row + 1 >= trace.rows()) continue;
        const auto change = [&](const std::vector<double>& column) {
            return column[row + 1] - column[row - 1];
        };
        constexpr double span_s = 2 * cycle_s;
        const double yaw_rate_radps = change(yaw_rad) / span_s;
        CHECK(std::abs(sample.values.at(6) - yaw_rate_radps) < 0.05);
        // While a pedal changes the acceleration is not its mean around the sample.
        if (std::abs(change(gas)) + std::abs(change(braking)) > 0.01) continue;
        const double vy_mps =
            (change(y_m) * std::cos(yaw_rad[row]) - change(x_m) * std::sin(yaw_rad[row])) / span_s;
        const double accel_mps2 = change(vx_mps) / span_s - vy_mps * yaw_rate_radps;
        CHECK(std::abs(sample.values.at(7) - accel_mps2) < 0.15);
        ++steady;
    }
    CHECK(steady > 10);
}

}  // namespace vehicle_test
