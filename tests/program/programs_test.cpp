// SPDX-License-Identifier: MIT
// Several programs in one gateway and one table.
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace programs_test {

using tests::Finished;
using tests::Scene;

const std::string route = std::string(PROJECT_DIRECTORY) + "/programs/demo/route.csv";
const std::string autopilot_entry =
    "  - {name: second, reference_id: 0x5000, exec: [autopilot_basic, \"5000\"],\n"
    "     route: {file: " +
    route +
    "}, trace: second.csv,\n"
    "     timing: {execution_time: constant}}\n";

/// Runs the programs of a list.
Finished run(const Scene& scene, const std::string& duration_s, const std::string& programs) {
    const auto config = scene.scratch.write(
        "run.yaml",
        "duration_s: " + duration_s + "\nddc: {name: " + scene.table + "}\nprograms:\n" + programs);
    return tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                      scene.scratch.path() / "summary.json"});
}

nlohmann::json programs_of(const Scene& scene) {
    return nlohmann::json::parse(
        tests::read_file(scene.scratch.path() / "summary.json"))["programs"];
}

TEST_CASE("two programs drive two vehicles in one table, each along its route") {
    const Scene scene;
    const Finished result =
        run(scene, "60",
            "  - {name: first, exec: [autopilot, ddc, \"4000\"], route: {file: " + route +
                "}, timing: {execution_time: constant}}\n" + autopilot_entry);
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const auto programs = programs_of(scene);
    REQUIRE(programs.size() == 2);
    CHECK(programs[0]["name"] == "first");
    CHECK(programs[0]["interface"] == "dynamic");
    CHECK(programs[1]["name"] == "second");
    CHECK(programs[1]["interface"] == "basic");
    for (const auto& program : programs) {
        CHECK(program["cycles"] == 6000);
        CHECK(program["route"]["max_m"].get<double>() < 1.0);
    }
    CHECK(result.out.find("== first") != std::string::npos);
    CHECK(result.out.find("== second") != std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("a program that fails does not disturb the others") {
    const Scene alone;
    REQUIRE(run(alone, "5", autopilot_entry).exit_code == 0);
    const std::string undisturbed = tests::read_file(alone.scratch.path() / "second.csv");
    REQUIRE(undisturbed.size() > 10'000);

    for (const char* fault : {"dies_in_mid_run", "never_answers", "not_json", "never_runs"}) {
        CAPTURE(fault);
        const Scene scene;
        const Finished result =
            run(scene, "5",
                std::string("  - {name: first, start_timeout_s: 1, answer_timeout_s: 0.2,\n") +
                    "     exec: [faulty_program, \"4000\", " + fault + "]}\n" + autopilot_entry);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.err.find("first: ") != std::string::npos);
        const auto programs = programs_of(scene);
        CHECK(programs[0]["exit_reason"] != "duration");
        CHECK(programs[0]["error"].is_string());
        CHECK(programs[1]["exit_reason"] == "duration");
        CHECK(programs[1]["cycles"] == 500);
        CHECK(tests::read_file(scene.scratch.path() / "second.csv") == undisturbed);
        CHECK(scene.is_clean());
    }
}

}  // namespace programs_test
