// SPDX-License-Identifier: MIT
// Actuation commands from a table, through the real command.
#include "scene.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

namespace actuation_replay_test {

using tests::Finished;
using tests::ScratchDirectory;
using tests::Trace;

const std::string traces = std::string(PROJECT_DIRECTORY) + "/tests/data/actuation/";
const std::string maps = traces + "maps/";

struct Profile {
    const char* name;
    const char* initial_vx;
};

constexpr Profile profiles[] = {{"accel_step", "0"},
                                {"brake_step", "15"},
                                {"gear_reverse", "0"},
                                {"map_edge", "20"},
                                {"sine_steer", "8"}};

std::string vehicle(const std::string& model, const std::string& vx, const std::string& more = "") {
    return "model: " + model +
           "\ncompatibility: reference\n"
           "accel_map_path: " +
           maps + "accel_map.csv\nbrake_map_path: " + maps +
           "brake_map.csv\nsteer_map_path: " + maps + "steer_map.csv\nreset_state: {vx: " + vx +
           "}\n" + more;
}

Finished replay(const ScratchDirectory& scratch, const std::string& config,
                const std::filesystem::path& inputs) {
    return tests::run(scratch, {"ddc-gateway", "replay", scratch.write("vehicle.yaml", config),
                                "--inputs", inputs, "--output", scratch.path() / "out.csv"});
}

void check_equal(const std::string& out, const std::string& trace, const std::string& column) {
    const auto computed = Trace(out).column(column);
    const auto expected = Trace(trace).column(column);
    CAPTURE(column);
    REQUIRE(computed.size() == expected.size());
    double largest = 0;
    for (std::size_t i = 0; i < computed.size(); ++i)
        largest = std::max(largest, std::abs(computed[i] - expected[i]));
    CHECK(largest <= 1e-9);
}

void check_profiles(const std::string& model, const std::string& folder, const std::string& more,
                    const std::vector<std::string>& more_columns = {}) {
    for (const Profile& profile : profiles) {
        ScratchDirectory scratch;
        const std::string trace = traces + folder + "/" + profile.name + "_dt30hz.csv";
        CAPTURE(trace);
        const Finished result = replay(scratch, vehicle(model, profile.initial_vx, more), trace);
        INFO("standard error: " << result.err);
        REQUIRE(result.exit_code == 0);
        std::vector<std::string> columns{"t",  "x",  "y",           "yaw",         "vx",
                                         "ax", "wz", "steer_state", "steer_report"};
        columns.insert(columns.end(), more_columns.begin(), more_columns.end());
        for (const std::string& column : columns)
            check_equal(scratch.path() / "out.csv", trace, column);
    }
}

TEST_CASE("recorded commands give the numbers of the public models, to 1e-9 in every column") {
    const std::string variant =
        "accel_time_delay: 0.2\naccel_time_constant: 0.3\nbrake_time_delay: 0.05\n"
        "brake_time_constant: 0.01\nsteer_bias: 0.02\n";
    const std::vector<std::string> status{"accel_status", "brake_status", "steer_status"};
    check_profiles("actuation_cmd", "actuation_cmd", "", status);
    check_profiles("actuation_cmd", "actuation_cmd_variant_bias", variant, status);
    check_profiles("actuation_cmd_steer_map", "actuation_cmd_steer_map", "", status);
    check_profiles("actuation_cmd_vgr", "actuation_cmd_vgr", "", status);
    check_profiles("actuation_cmd_vgr", "actuation_cmd_vgr_variant_bias", variant, status);
    check_profiles("actuation_cmd_mechanical", "actuation_cmd_mechanical",
                   "steer_time_delay: 0\nsteer_time_constant: 0.001\n",
                   {"accel_status", "brake_status", "steer_status", "mech_omega", "mech_dead_zone",
                    "pid_integral", "pid_error", "delay_buf_size", "prev_steer_tire_des"});
}

TEST_CASE("reset returns the vehicle to its start before the row's step") {
    ScratchDirectory scratch;
    const auto inputs = scratch.write("in.csv",
                                      "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear,reset\n"
                                      "0.02,0,0,0,0,2,0\n0.04,0,0,0,0,2,0\n0.06,0,0,0,0,2,1\n");
    REQUIRE(replay(scratch, vehicle("actuation_cmd", "10"), inputs).exit_code == 0);
    const Trace out(scratch.path() / "out.csv");
    REQUIRE(out.rows() == 3);
    CHECK(out.column("x")[0] == doctest::Approx(0.2).epsilon(0.001));
    CHECK(out.column("x")[1] > 0.35);
    CHECK(out.column("x")[2] == out.column("x")[0]);
    CHECK(out.column("vx")[2] == out.column("vx")[0]);
    CHECK(tests::read_file(scratch.path() / "out.csv").find(",0.20000000000000001,") !=
          std::string::npos);
}

TEST_CASE("without a file the result is written to standard output, and can be drawn") {
    ScratchDirectory scratch;
    const std::string trace = traces + "actuation_cmd/sine_steer_dt30hz.csv";
    const auto config = scratch.write("vehicle.yaml", vehicle("actuation_cmd", "8"));
    const Finished printed =
        tests::run(scratch, {"ddc-gateway", "replay", config, "--inputs", trace});
    CHECK(printed.exit_code == 0);
    CHECK(printed.out.rfind("t,x,y,yaw,vx,steer_state,ax,steer_report,wz", 0) == 0);
    CHECK(std::count(printed.out.begin(), printed.out.end(), '\n') == 601);
    const auto plot = scratch.path() / "plot.png";
    const Finished drawn =
        tests::run(scratch, {"ddc-gateway", "replay", config, "--inputs", trace, "--plot", plot});
    INFO("standard error: " << drawn.err);
    CHECK(drawn.exit_code == 0);
    CHECK(tests::read_file(plot).substr(1, 3) == "PNG");
}

TEST_CASE("an input that cannot be replayed gives exit code 2 and its position") {
    ScratchDirectory scratch;
    const std::string trace = traces + "actuation_cmd/sine_steer_dt30hz.csv";
    const auto config = scratch.write("vehicle.yaml", vehicle("actuation_cmd", "8"));
    const auto refused = [&](std::vector<std::string> arguments, const std::string& message) {
        arguments.insert(arguments.begin(), {"ddc-gateway", "replay"});
        const Finished result = tests::run(scratch, arguments);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 2);
        CHECK(result.err.find(message) != std::string::npos);
        CHECK(result.out.empty());
    };
    refused({config}, "--inputs: is missing");
    refused({config, "--inputs", "missing.csv"}, "missing.csv");
    refused({config, "--inputs", trace, "--tyre", "x.yaml"}, "--tyre: is for scenarios");
    const auto rows = scratch.write("in.csv",
                                    "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear\n"
                                    "0,0.1,0,0,0,2\n3600,0.1,0,0,0,2\n");
    refused({config, "--inputs", rows}, "in.csv:3:1: t: ");
    const Finished unwritable = tests::run(
        scratch, {"ddc-gateway", "replay", config, "--inputs", trace, "--output", "/proc/out.csv"});
    CHECK(unwritable.exit_code == 1);
    CHECK(unwritable.err.find("/proc/out.csv: cannot be written") != std::string::npos);
}

}  // namespace actuation_replay_test
