// SPDX-License-Identifier: MIT
// Signals that a program in a separate process receives, compared with the trace's columns and with
// geometry.
#include "scene.hpp"

#include "child.hpp"

#include <ddc/interface/program.hpp>
#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>

namespace signals_test {

using namespace std::chrono_literals;
using tests::Child;
using tests::Finished;
using tests::Scene;
using tests::Trace;

using plant::deg_per_rad;

/// Receives everything, and drives with constant gas and steering.
int driving_program(const std::string& table_name, ddc::Id reference_id, double gas_value,
                    double steering_deg) {
    ddc::TableOptions options;
    options.name = table_name;
    ddc::Table table = ddc::Table::open_or_create(options);
    ddc::interface::Program program(table, reference_id, "driving");
    for (const char* name : {"simulated_time", "true_yaw_rate", "cross_track_error",
                             "heading_error", "curvature_ahead", "distance_to_end", "speed_limit",
                             "vehicle_ahead_distance", "vehicle_ahead_velocity"})
        program.input<double>(name);
    program.input<bool>("at_target");
    program.input<std::array<double, 8>>("vehicle_ranges");
    program.input<ddc::interface::Vec2>("true_acceleration");
    program.input<ddc::interface::Vec3>("true_attitude");
    const auto gas = program.output<double>("set_gas");
    const auto steering = program.output<double>("set_steering");
    program.publish();
    for (;;) {
        if (program.begin_cycle(ddc::Clock::now() + 100ms) != ddc::Status::ok) continue;
        program.set(gas, gas_value);
        program.set(steering, steering_deg);
        static_cast<void>(program.end_cycle());
    }
}

const std::string timing = "timing: {execution_time: constant, output_delay: none}";

TEST_CASE("signals of motion agree with the changes of the trace's pose and speed") {
    const Scene scene;
    const Child program([&] { return driving_program(scene.table, 0x4000, 0.3, 3); });
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 4\nddc: {name: " + scene.table +
                        "}\ntrace: trace.csv\nvehicle: {start: {vx_mps: 8, yaw_deg: 20}}\n" +
                        timing + "\n");
    const Finished done = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto time = trace.column("t_s"), yaw = trace.column("yaw_rad");
    const auto vx = trace.column("vx_mps"), x = trace.column("x_m"), y = trace.column("y_m");
    const auto rate = trace.column("true_yaw_rate");
    const auto forward = trace.column("true_acceleration.x"),
               left = trace.column("true_acceleration.y");
    CHECK(trace.column("simulated_time") == time);
    CHECK(rate.back() > 5);  // to the left is positive
    CHECK(left.back() > 1);
    for (std::size_t i = 200; i + 1 < time.size(); ++i) {  // when it has settled
        const double dt = time[i + 1] - time[i - 1];
        CHECK(rate[i] ==
              doctest::Approx((yaw[i + 1] - yaw[i - 1]) / dt * deg_per_rad).epsilon(0.02));
        CHECK(trace.column("true_attitude.z")[i] == doctest::Approx(yaw[i] * deg_per_rad));
        const double ax = (x[i + 1] - 2 * x[i] + x[i - 1]) / (dt * dt / 4);
        const double ay = (y[i + 1] - 2 * y[i] + y[i - 1]) / (dt * dt / 4);
        CHECK(forward[i] ==
              doctest::Approx(ax * std::cos(yaw[i]) + ay * std::sin(yaw[i])).epsilon(0.05));
        CHECK(left[i] ==
              doctest::Approx(ay * std::cos(yaw[i]) - ax * std::sin(yaw[i])).epsilon(0.05));
    }
    CHECK(trace.column("vehicle_ahead_distance").back() == 1e6);
    CHECK(trace.column("vehicle_ranges[7]").back() == 1e6);
    CHECK(trace.column("vehicle_ahead_velocity").back() == doctest::Approx(vx.back() * 3.6));
    CHECK(trace.column("distance_to_end").back() == 1e6);
    CHECK(trace.column("at_target").back() == 0);
}

TEST_CASE("signals of a straight route agree with the vehicle's position beside it") {
    const Scene scene;
    scene.scratch.write("route.csv", "x_m,y_m,speed_limit_mps\n0,0,10\n20,0,20\n40,0,0\n");
    const Child program([&] { return driving_program(scene.table, 0x4000, 0.5, 0); });
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 4\nddc: {name: " + scene.table +
                        "}\ntrace: trace.csv\nroute: {file: route.csv}\n"
                        "vehicle: {start: {y_m: 2, yaw_deg: -1, vx_mps: 12}}\n" +
                        timing + "\n");
    const Finished done = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO(done.err);
    REQUIRE(done.exit_code == 0);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto x = trace.column("x_m"), y = trace.column("y_m"), yaw = trace.column("yaw_rad");
    const auto across = trace.column("cross_track_error"), heading = trace.column("heading_error");
    const auto remaining_m = trace.column("distance_to_end"), at_target = trace.column("at_target");
    const auto limit = trace.column("speed_limit");
    REQUIRE(x.back() > 41);
    for (std::size_t i = 0; i < x.size(); ++i) {
        CHECK(across[i] == doctest::Approx(y[i]));
        CHECK(heading[i] == doctest::Approx(yaw[i] * deg_per_rad));
        CHECK(remaining_m[i] == doctest::Approx(std::max(0.0, 40 - x[i])));
        CHECK(at_target[i] == (x[i] >= 39 ? 1 : 0));
        CHECK(limit[i] == doctest::Approx(x[i] < 20 ? 36 : 72));
        CHECK(trace.column("curvature_ahead")[i] == doctest::Approx(0));
    }
}

/// Two programs in one world, the second 30 m behind the first. @return both traces
std::pair<std::string, std::string> follow(const Scene& scene, const std::string& lead_cycle_s,
                                           const std::string& own_cycle_s,
                                           const std::string& mode = "") {
    const Child lead([&] { return driving_program(scene.table, 0x4000, 0.2, 0); });
    const Child own([&] { return driving_program(scene.table, 0x5000, 0.6, 0); });
    const auto program = [&](const char* name, const char* id, const char* x,
                             const std::string& cycle) {
        const std::string timed = mode.empty() ? "    timing: {execution_time: constant, "
                                                 "cycle_duration_s: " +
                                                     cycle + "}\n"
                                               : "";
        return std::string("  - name: ") + name + "\n    reference_id: " + id + "\n" + timed +
               "    trace: " + name + ".csv\n    vehicle: {start: {x_m: " + x +
               ", y_m: 5, vx_mps: 10}}\n";
    };
    const auto config = scene.scratch.write(
        "run.yaml", mode + "duration_s: 1.5\ntime: shared\nddc: {name: " + scene.table +
                        "}\nprograms:\n" + program("lead", "0x4000", "30", lead_cycle_s) +
                        program("own", "0x5000", "0", own_cycle_s));
    const Finished done = tests::run(scene.scratch, {"ddc-gateway", "run", config});
    INFO(done.err);
    CHECK((done.exit_code == 0 || (!mode.empty() && done.exit_code == 3)));
    return {tests::read_file(scene.scratch.path() / "lead.csv"),
            tests::read_file(scene.scratch.path() / "own.csv")};
}

/// Compares both traces where their times are equal. @return the number of such times
int check_gap(const Scene& scene, double tolerance_m) {
    const Trace lead(scene.scratch.path() / "lead.csv"), own(scene.scratch.path() / "own.csv");
    const auto lead_time = lead.column("t_s"), lead_x = lead.column("x_m");
    const auto lead_vx = lead.column("vx_mps");
    const auto time = own.column("t_s"), x = own.column("x_m");
    const auto gap = own.column("vehicle_ahead_distance"),
               kmh = own.column("vehicle_ahead_velocity");
    const auto in_front = own.column("vehicle_ranges[0]");
    const auto behind = lead.column("vehicle_ranges[4]");
    int looked = 0;
    for (std::size_t i = 0, j = 0; i < time.size(); ++i) {
        while (j < lead_time.size() && lead_time[j] < time[i] - 1e-9) ++j;
        if (j == lead_time.size() || lead_time[j] > time[i] + 1e-9) continue;
        ++looked;
        CHECK(std::abs(gap[i] - (lead_x[j] - x[i])) <= tolerance_m);
        CHECK(kmh[i] == doctest::Approx(lead_vx[j] * 3.6).epsilon(0.01));
        CHECK(in_front[i] == doctest::Approx(gap[i]));  // on one straight line
        CHECK(std::abs(behind[j] - gap[i]) <= tolerance_m);
    }
    CHECK(lead.column("vehicle_ahead_distance").back() == 1e6);  // none ahead of the first
    return looked;
}

TEST_CASE("the vehicle ahead is where the other program's trace has it, with any cycles") {
    for (const auto& [lead_cycle, own_cycle, rows] :
         {std::tuple{"0.01", "0.02", 75}, std::tuple{"0.03", "0.01", 50}}) {
        const Scene scene;
        const auto traces = follow(scene, lead_cycle, own_cycle);
        CHECK(check_gap(scene, 1e-9) == rows);
        CHECK(follow(scene, lead_cycle, own_cycle) == traces);  // to the byte
    }
}

TEST_CASE("the vehicle ahead is reported in realtime mode, too") {
    const Scene scene;
    follow(scene, "", "", "mode: realtime\n");
    CHECK(check_gap(scene, 1e-9) > 0);
}

}  // namespace signals_test
