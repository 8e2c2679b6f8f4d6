// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "command.hpp"

namespace {

using tests::Finished;
using tests::ScratchDirectory;

const std::string demo = std::string(PROJECT_DIRECTORY) + "/programs/demo/";

std::string with_table(const ScratchDirectory& scratch, const std::string& exec,
                       const std::string& more) {
    return scratch.write("run.yaml", "ddc: {name: test." + scratch.path().filename().string() +
                                         "}\nprogram: {exec: " + exec + "}\nroute: {file: " + demo +
                                         "route.csv}\n" + more);
}

TEST_CASE("both autopilots stay within 1 m of the route and stop at its end") {
    for (const char* exec : {"[autopilot, ddc, \"4000\"]", "[autopilot_basic, \"4000\"]"}) {
        CAPTURE(exec);
        ScratchDirectory scratch;
        const auto config = with_table(scratch, exec, "duration_s: 120\n");
        const auto summary = scratch.path() / "summary.json";
        const Finished result =
            tests::run(scratch, {"ddc-gateway", "run", config, "--summary", summary});
        INFO("standard error: " << result.err);
        REQUIRE(result.exit_code == 0);
        const auto json = nlohmann::json::parse(tests::read_file(summary));
        CHECK(json["cycles"] == 12000);
        CHECK(json["sim_time_s"] == doctest::Approx(120));
        CHECK(json["route"]["max_m"].get<double>() < 1.0);
        CHECK(json["vehicle"]["vx_mps"].get<double>() == doctest::Approx(0).epsilon(0.01));
        // The last point of the route, 2 m before which the autopilot is to stand.
        CHECK(json["vehicle"]["x_m"].get<double>() == doctest::Approx(134.3).epsilon(0.02));
        for (const char* key : {"mode", "interface", "wall_time_s", "real_time_factor",
                                "execution_time_s", "cycle_latency_us", "exit_reason"})
            CHECK(json.contains(key));
    }
}

TEST_CASE("two runs with constant execution time give byte-identical traces") {
    ScratchDirectory scratch;
    const auto config =
        with_table(scratch, "[autopilot_basic, \"4000\"]",
                   "duration_s: 20\ntrace: trace.csv\n"
                   "timing: {execution_time: constant, constant_execution_time_s: 0.0035}\n");
    REQUIRE(tests::run(scratch, {"ddc-gateway", "run", config}).exit_code == 0);
    const std::string first = tests::read_file(scratch.path() / "trace.csv");
    REQUIRE(tests::run(scratch, {"ddc-gateway", "run", config}).exit_code == 0);
    CHECK(first.size() > 100'000);
    CHECK(tests::read_file(scratch.path() / "trace.csv") == first);
}

}  // namespace
