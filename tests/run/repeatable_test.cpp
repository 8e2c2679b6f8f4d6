// SPDX-License-Identifier: MIT
// Runs that repeat: the execution time constant, one seed for all random values.
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace repeatable_test {

using tests::Finished;
using tests::read_file;
using tests::Scene;

struct Outcome {
    std::string trace;
    nlohmann::json summary;

    bool operator==(const Outcome& other) const {
        return trace == other.trace && summary == other.summary;
    }
};

/// The summary without its part that differs from run to run.
Outcome outcome_of(const Scene& scene, const std::string& more, std::vector<std::string> options) {
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 0.5\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
                        "vehicle: {sensors: " +
                        PROJECT_DIRECTORY "/plant/data/sensor/sedan.yaml}\ntrace: trace.csv\n" +
                        more);
    const auto file = scene.scratch.path() / "summary.json";
    options.insert(options.begin(), {"ddc-gateway", "run", config, "--summary", file});
    const Finished result = tests::run(scene.scratch, options);
    INFO("standard error: " << result.err);
    REQUIRE(result.exit_code == 0);
    Outcome outcome{read_file(scene.scratch.path() / "trace.csv"),
                    nlohmann::json::parse(read_file(file))};
    CHECK(outcome.summary["timing"]["wall_time_s"] > 0);
    CHECK(outcome.summary["timing"]["execution_time_s"]["max"] > 0);
    outcome.summary.erase("timing");
    return outcome;
}

TEST_CASE("--repeatable makes trace and summary of two runs equal") {
    const Scene scene;
    const Outcome first = outcome_of(scene, "", {"--repeatable"});
    CHECK(outcome_of(scene, "", {"--repeatable"}) == first);
    CHECK(outcome_of(scene, "timing: {execution_time: constant}\n", {}) == first);
}

TEST_CASE("--repeatable uses the constant of the file") {
    const Scene scene;
    outcome_of(scene, "timing: {cycle_duration_s: 0.01, constant_execution_time_s: 0.0035}\n",
               {"--repeatable"});
    const tests::Trace trace(scene.scratch.path() / "trace.csv");
    for (const double time_s : trace.column("execution_time_s")) CHECK(time_s == 0.0035);
}

TEST_CASE("sensors depend on the seed of the run, in the file or on the command line") {
    const Scene scene;
    const Outcome unseeded = outcome_of(scene, "", {"--repeatable"});
    const Outcome seeded = outcome_of(scene, "", {"--repeatable", "--seed", "7"});
    CHECK(unseeded.summary["seed"] == 0);
    CHECK(seeded.summary["seed"] == 7);
    CHECK(seeded.trace != unseeded.trace);
    CHECK(outcome_of(scene, "seed: 7\n", {"--repeatable"}) == seeded);
    CHECK(outcome_of(scene, "seed: 8\n", {"--repeatable", "--seed", "7"}) == seeded);
    CHECK(outcome_of(scene, "seed: 8\n", {"--repeatable"}).trace != seeded.trace);
    CHECK(outcome_of(scene, "seed: 0\n", {"--repeatable"}) == unseeded);
}

TEST_CASE("an invalid seed, and --repeatable in real time, are rejected") {
    const Scene scene;
    const auto config = scene.scratch.write("run.yaml", "mode: realtime\n");
    for (const char* seed : {"-1", "1.5", "x", "99999999999999999999999"})
        CHECK(tests::run(scene.scratch, {"ddc-gateway", "run", config, "--seed", seed}).exit_code ==
              2);
    const Finished refused =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--repeatable"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("--repeatable: is for measured mode") != std::string::npos);
}

}  // namespace repeatable_test
