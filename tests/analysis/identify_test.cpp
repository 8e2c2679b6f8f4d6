// SPDX-License-Identifier: MIT
#include "command.hpp"

#include <plant/actuation_params.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace identify_test {

using tests::Finished;
using tests::ScratchDirectory;

constexpr double delay_s = 0.135, time_constant_s = 0.25;

/// A square wave of the command with half periods of 3 s.
double command_at(double t_s) {
    return std::fmod(t_s, 6.0) < 3.0 ? 0.1 : -0.1;
}

/// A drive of 30 s in which the tyre follows with dead time and first-order lag.
std::string steered_drive() {
    std::ostringstream csv;
    csv.precision(17);
    csv << "t,steer_cmd,steer_report\n";
    double angle = 0.0;
    for (int i = 1; i <= 30000; ++i) {
        const double t_s = 1e-3 * i;
        const double target = command_at(std::max(t_s - 5e-4 - delay_s, 0.0));
        angle = target + (angle - target) * std::exp(-1e-3 / time_constant_s);
        if (i % 20 == 0) csv << t_s << ',' << command_at(t_s - 0.01) << ',' << angle << '\n';
    }
    return csv.str();
}

TEST_CASE("a drive gives the parameters as a file that the models accept") {
    ScratchDirectory scratch;
    const auto log = scratch.write("drive.csv", steered_drive());
    const auto yaml = scratch.path() / "new" / "lag.yaml";
    const Finished result =
        tests::run(scratch, {"ddc-gateway", "identify", log, "--fit", "steer", "--output", yaml});
    CHECK(result.exit_code == 0);
    CHECK(result.err.empty());
    const plant::ActuationParams params = plant::load_actuation(yaml).params;
    CHECK(params.steer.delay_s == doctest::Approx(delay_s).epsilon(0.01));
    CHECK(params.steer.time_constant_s == doctest::Approx(time_constant_s).epsilon(0.01));
    const Finished printed =
        tests::run(scratch, {"ddc-gateway", "identify", log, "--fit", "steer"});
    CHECK(printed.out == tests::read_file(yaml));
    CHECK(printed.out.find(": good.") != std::string::npos);
}

TEST_CASE("a fit that explains little is reported and ends with 3") {
    ScratchDirectory scratch;
    std::ostringstream csv;
    csv << "t,steer_cmd,steer_report\n";
    for (int i = 0; i < 500; ++i)
        csv << 0.02 * i << ',' << command_at(0.02 * i) << ',' << std::sin(0.9 * i) << '\n';
    const auto log = scratch.write("noise.csv", csv.str());
    const Finished result = tests::run(scratch, {"ddc-gateway", "identify", log, "--fit", "steer"});
    CHECK(result.exit_code == 3);
    CHECK(result.out.find("poor") != std::string::npos);
    CHECK(result.err.find("explains too little") != std::string::npos);
}

TEST_CASE("recordings that cannot be used end with 2, their position and the reason") {
    ScratchDirectory scratch;
    const auto refusal = [&](const std::string& csv, const char* fit) {
        const auto log = scratch.write("drive.csv", csv);
        const Finished result = tests::run(scratch, {"ddc-gateway", "identify", log, "--fit", fit});
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        return result.err;
    };
    CHECK(refusal("t,steer_cmd\n0,1\n1,x\n", "steer").find("drive.csv:3:3: steer_cmd: must be") !=
          std::string::npos);
    CHECK(refusal("t,steer_cmd\n0,1\n1,2\n", "steer")
              .find("drive.csv: steer_report: the recording has no such column") !=
          std::string::npos);
    CHECK(refusal("t\n0\n", "sideways").find("--fit") != std::string::npos);
    const Finished missing =
        tests::run(scratch, {"ddc-gateway", "identify", "/nowhere.csv", "--fit", "vgr"});
    CHECK(missing.exit_code == 2);
    CHECK(missing.err.find("/nowhere.csv: cannot be read") != std::string::npos);
}

TEST_CASE("parameters that cannot be written end with 1") {
    ScratchDirectory scratch;
    const auto log = scratch.write("drive.csv", steered_drive());
    const Finished result = tests::run(
        scratch, {"ddc-gateway", "identify", log, "--fit", "steer", "--output", scratch.path()});
    CHECK(result.exit_code == 1);
    CHECK(result.err.find("cannot be written") != std::string::npos);
}

}  // namespace identify_test
