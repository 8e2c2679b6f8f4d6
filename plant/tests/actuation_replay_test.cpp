// SPDX-License-Identifier: MIT
#include "actuation_traces.hpp"
#include "table.hpp"
#include "temporary_file.hpp"

#include <plant/actuation_replay.hpp>
#include <plant/file_error.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>

namespace actuation_replay_test {

using namespace plant;

namespace {

const std::string header = "t,accel_cmd,brake_cmd,slope_accx,steer_cmd,gear";

std::string replayed(const ActuationConfig& config, const std::string& csv) {
    const TemporaryFile file(csv);
    std::ostringstream out;
    replay_actuation(config, load_actuation_rows(file.path()), out);
    return out.str();
}

Table table_of(const std::string& text) {
    const TemporaryFile file(text);
    return Table(file.path());
}

/// The error of reading a table, without the file name.
std::string complaint(const std::string& csv) {
    const TemporaryFile file(csv);
    try {
        load_actuation_rows(file.path());
    } catch (const FileError& error) {
        return std::string(error.what()).substr(file.path().string().size());
    }
    return "no error";
}

}  // namespace

TEST_CASE("a replay of the inputs of a trace writes the columns of a trace") {
    const std::string file = actuation_traces + "/actuation_cmd_mechanical/gear_reverse_dt30hz.csv";
    const Table trace(file);
    const ActuationConfig config{Model::actuation_cmd_mechanical, params_of_mechanical()};
    std::ostringstream out;
    replay_actuation(config, load_actuation_rows(file), out);
    const Table sut = table_of(out.str());
    REQUIRE(sut.rows() == trace.rows());
    for (const char* name :
         {"t", "x", "y", "yaw", "vx", "steer_state", "ax", "steer_report", "wz", "accel_status",
          "brake_status", "steer_status", "mech_omega", "mech_dead_zone", "pid_integral",
          "pid_error", "delay_buf_size", "prev_steer_tire_des"}) {
        CAPTURE(name);
        for (std::size_t row = 0; row < sut.rows(); ++row) {
            REQUIRE(std::abs(sut.at(name, row) - trace.at(name, row)) <= 1e-9);
        }
    }
}

TEST_CASE("columns of a replay may have any order, others are ignored") {
    const ActuationConfig config;
    const std::string usual = replayed(config, header + "\n0.025,0.5,0.1,0.2,0.3,2\n");
    CHECK(replayed(config,
                   "gear,note,steer_cmd,slope_accx,brake_cmd,accel_cmd,t\n"
                   "2,brisk,0.3,0.2,0.1,0.5,0.025\n") == usual);
}

TEST_CASE("a reset restarts from the state of the configuration") {
    ActuationConfig config;
    config.params.reset_state = {5.0, 6.0, 0.5, 3.0, 0.0, 0.0};
    const std::string rows = header +
                             ",reset\n0.025,0.5,0,0,0,2,0\n0.05,0.5,0,0,0,2,0\n"
                             "0.075,0.5,0,0,0,2,1\n";
    const Table sut = table_of(replayed(config, rows));
    CHECK(sut.at("x", 0) == doctest::Approx(5.0 + 3.0 * 0.025 * std::cos(0.5)).epsilon(1e-3));
    CHECK(sut.at("x", 2) == sut.at("x", 0));
    CHECK(sut.at("vx", 2) == sut.at("vx", 0));
}

TEST_CASE("a replay uses nominal steps unless the times differ") {
    ActuationConfig config;
    config.params.convert_accel_cmd = false;
    config.params.nominal_step_s = 0.025;
    config.params.reset_state.vx_mps = 10.0;
    const Table sut = table_of(replayed(config, header + "\n7,0,0,0,0,2\n7.0250000001,0,0,0,0,2\n"
                                                         "8.0250000001,0,0,0,0,2\n"));
    CHECK(sut.at("x", 0) == doctest::Approx(0.25).epsilon(1e-14));
    CHECK(sut.at("x", 1) == doctest::Approx(0.5).epsilon(1e-14));
    CHECK(sut.at("x", 2) == doctest::Approx(10.5).epsilon(1e-14));
}

TEST_CASE("errors in a table of actuation commands are reported with their place") {
    const std::string row = "0.025,0.5,0,0,0,2\n";
    CHECK(complaint("") == ":1:1: is empty");
    CHECK(complaint(header + "\n") == ":2:1: has no rows");
    CHECK(complaint("t,accel_cmd\n0,0\n") == ":1:3: brake_cmd: is missing in the header");
    CHECK(complaint("t,t,accel_cmd\n") == ":1:3: t: is given twice");
    CHECK(complaint(header + "\n" + row + "0.05,full,0,0,0,2\n") ==
          ":3:6: accel_cmd: must be a finite number");
    CHECK(complaint(header + "\n0.05,0,nan,0,0,2\n") == ":2:8: brake_cmd: must be a finite number");
    CHECK(complaint(header + "\n0.05,0,0,-inf,0,2\n") ==
          ":2:10: slope_accx: must be a finite number");
    CHECK(complaint(header + "\n" + row + "0.02,0,0,0,0,2\n") == ":3:1: t: must not decrease");
    CHECK(complaint(header + "\n1e300,0,0,0,0,2\n") == ":2:1: t: must be within -1e10 and 1e10 s");
    CHECK(complaint(header + "\n" + row + "60,0,0,0,0,2\n") ==
          ":3:1: t: must be at most 10 s after the row above: a row is one step");
    for (const char* time : {"1e300", "1e999", "nan", "2e10", "3600"})
        CHECK(complaint(header + "\n" + row + time + ",0.1,0,0,0,2\n").find(":3:1: t: ") == 0);
    CHECK(complaint(header + "\n0.05,0,0,0,0,2.5\n") ==
          ":2:14: gear: must be a whole number from 0 to 255");
    CHECK(complaint(header + ",reset\n0.05,0,0,0,0,2,7\n") == ":2:16: reset: must be 0 or 1");
    CHECK(complaint(header + "\n0.05,0,0,0,0\n") == ":2:12: the row is shorter than the header");
    CHECK(complaint(header + "\n0.05,0,0,0,0,2,9\n") == ":2:16: the row is longer than the header");
}

}  // namespace actuation_replay_test
