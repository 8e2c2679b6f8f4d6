// SPDX-License-Identifier: MIT
// Campaigns that search for a run that violates a requirement, and shrink it.
#include "command.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

namespace campaign_search_test {

using tests::Command;
using tests::Finished;
using tests::read_file;
using tests::ScratchDirectory;

/// Fast starts violate the requirement of run.yaml, with any mass.
constexpr const char* fast_starts =
    "run: run.yaml\nruns: 60\nshard: 30\nseed: 3\ndesign: falsify\nparameters:\n"
    "  vehicle.start.vx_mps: {uniform: [0, 13]}\n"
    "  vehicle.parameters.mass_kg: {normal: [1600, 100]}\n";

struct SearchScene {
    ScratchDirectory scratch;
    std::string folder = (scratch.path() / "out").string();

    /// @param more further keys of the run
    explicit SearchScene(const std::string& limit = "12", const std::string& more = "") {
        scratch.write("car.yaml", read_file(PROJECT_DIRECTORY "/plant/data/vehicle/sedan.yaml"));
        scratch.write(
            "run.yaml",
            "duration_s: 0.3\nprogram: {exec: [autopilot_basic, \"4000\"]}\n"
            "vehicle:\n  parameters: car.yaml\n  start: {vx_mps: 5}\n  sensors: " PROJECT_DIRECTORY
            "/plant/data/sensor/sedan.yaml\ntrace: trace.csv\n"
            "requirements: {slow: \"always (vx_mps < " +
                limit + ")\"}\n" + more);
    }
    Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "campaign"});
        return tests::run(scratch, words);
    }
    Finished plan(const std::string& campaign) const {
        const auto file = scratch.write("campaign.yaml", campaign);
        return run({"plan", file.string(), folder});
    }
    Finished search() const { return run({"run", folder, "--jobs", "2"}); }
    std::vector<nlohmann::json> results() const {
        run({"merge", folder});
        std::vector<nlohmann::json> found;
        std::istringstream in(read_file(std::filesystem::path(folder) / "results.jsonl"));
        for (std::string line; std::getline(in, line);)
            found.push_back(nlohmann::json::parse(line)["result"]);
        return found;
    }
};

TEST_CASE("each start of a search continues until a run has failed and skips the rest") {
    for (const char* method : {"crs", "cmaes", "direct"}) {
        CAPTURE(method);
        const SearchScene scene;
        REQUIRE(scene.plan(fast_starts + ("search: " + std::string(method)) + "\n").exit_code == 0);
        const Finished search = scene.search();
        INFO(search.err);
        CHECK(search.exit_code == 4);
        CHECK(search.err.find("60 of 60 runs") != std::string::npos);
        const auto results = scene.results();
        REQUIRE(results.size() == 60);
        int failed = 0;
        for (std::size_t start = 0; start < 60; start += 30) {
            bool has_failed = false;
            for (std::size_t i = start; i < start + 30; ++i) {
                CHECK((results[i]["outcome"] == "skipped") == has_failed);
                const bool fails = results[i]["outcome"] == "fail";
                if (fails) CHECK(results[i]["parameters"]["vehicle.start.vx_mps"] > 11);
                has_failed = has_failed || fails;
                failed += fails ? 1 : 0;
            }
        }
        CHECK(failed >= 1);
        CHECK(failed <= 2);
    }
}

TEST_CASE("skipped runs of a search are not errors in its reports") {
    const SearchScene scene;
    REQUIRE(scene.plan(fast_starts).exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    std::size_t skipped = 0;
    for (const auto& result : scene.results()) skipped += result["outcome"] == "skipped" ? 1 : 0;
    REQUIRE(skipped > 0);
    const std::string summary = scene.scratch.path() / "summary.json",
                      junit = scene.scratch.path() / "junit.xml",
                      page = scene.scratch.path() / "report.html";
    const Finished merge = scene.run({"merge", scene.folder, "--summary", summary});
    const Finished report = scene.run({"report", scene.folder, "-o", page, "--junit", junit});
    INFO(merge.err << report.err);
    const auto all = nlohmann::json::parse(read_file(summary));
    CHECK(all["error"] == 0);
    CHECK(all["skipped"] == skipped);
    CHECK(all["requirements"]["slow"]["error"] == 0);
    CHECK(all["requirements"]["slow"]["skipped"] == skipped);
    const std::string text = read_file(junit), html = read_file(page);
    CHECK(text.find("failed in") != std::string::npos);
    CHECK(text.find("missing or errors") == std::string::npos);
    CHECK(html.find("skipped") != std::string::npos);
    CHECK(html.find("not all runs were evaluated") == std::string::npos);
}

TEST_CASE("a search whose workers are killed ends as an undisturbed one") {
    const SearchScene scene("100"), undisturbed("100");
    for (const SearchScene* each : {&scene, &undisturbed})
        REQUIRE(each->plan(fast_starts).exit_code == 0);
    REQUIRE(undisturbed.search().exit_code == 0);
    for (int i = 0; i < 5; ++i) {
        Command worker(scene.scratch,
                       {"ddc-gateway", "campaign", "work", scene.folder, "--shard", "0"});
        std::this_thread::sleep_for(std::chrono::milliseconds(60 + 37 * i));
        worker.signal(SIGKILL);
        worker.finish();
    }
    REQUIRE(scene.search().exit_code == 0);
    CHECK(scene.results() == undisturbed.results());
}

TEST_CASE("a failed run is shrunk to a file that fails alone") {
    const SearchScene scene;
    REQUIRE(scene.plan(fast_starts).exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    const std::string small = (scene.scratch.path() / "small").string();
    const Finished shrink = scene.run({"shrink", scene.folder, "-o", small});
    INFO(shrink.out << shrink.err);
    REQUIRE(shrink.exit_code == 0);
    CHECK(shrink.err.find('{') == std::string::npos);
    CHECK(shrink.out.find("vehicle.start.vx_mps") != std::string::npos);
    CHECK(shrink.out.find("(nominal 5)") != std::string::npos);
    CHECK(shrink.out.find("mass_kg") == std::string::npos);

    const std::string summary = (scene.scratch.path() / "summary.json").string();
    const Finished run = tests::run(
        scene.scratch, {"ddc-gateway", "run", small + "/run.yaml", "--summary", summary});
    CHECK(run.exit_code == 4);
    const auto slow = nlohmann::json::parse(read_file(summary))["requirements"]["slow"];
    CHECK(shrink.out.find(slow["reason"].get<std::string>()) != std::string::npos);
    CHECK(slow["robustness"] > -0.05);
    CHECK(std::filesystem::exists(small + "/trace.csv"));
}

TEST_CASE("a run of a search is repeated with the values of its row") {
    const SearchScene scene;
    REQUIRE(scene.plan(fast_starts).exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    const auto results = scene.results();
    int replayed = 0;
    for (const char* outcome : {"fail", "skipped"})
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (results[i]["outcome"] != outcome) continue;
            const Finished replay = scene.run({"rerun", scene.folder, std::to_string(i)});
            if (replay.out.find("the result equals the stored one") != std::string::npos)
                ++replayed;
            else
                CHECK(replay.err.find("was not executed") != std::string::npos);
            break;
        }
    CHECK(replayed == 1);
}

TEST_CASE("a failed run of any design is shrunk and a passed one is rejected") {
    const SearchScene scene;
    REQUIRE(
        scene.plan("run: run.yaml\ndesign: grid\nparameters: {vehicle.start.vx_mps: [1, 12.5]}\n")
            .exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    const std::string small = (scene.scratch.path() / "small").string();
    const Finished refused = scene.run({"shrink", scene.folder, "0", "-o", small});
    CHECK(refused.exit_code == 1);
    CHECK(refused.err.find("run 0: has not failed") != std::string::npos);
    const Finished shrink = scene.run({"shrink", scene.folder, "1", "-o", small});
    INFO(shrink.out << shrink.err);
    CHECK(shrink.exit_code == 0);
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "run", small + "/run.yaml"}).exit_code == 4);
}

TEST_CASE("errors between the nominal and the failing value are neither pass nor fail") {
    const SearchScene scene("7",
                            "faults: [{name: crash, kind: kill, target: process, "
                            "from: {when: \"vx_mps > 9.5 and vx_mps < 10.5\"}}]\n");
    REQUIRE(scene
                .plan("run: run.yaml\nruns: 1\nparameters: {vehicle.start.vx_mps: {uniform: [14.9, "
                      "15]}}\n")
                .exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    const std::string small = (scene.scratch.path() / "small").string();
    const Finished shrink = scene.run({"shrink", scene.folder, "-o", small});
    INFO(shrink.out << shrink.err);
    REQUIRE(shrink.exit_code == 0);
    CHECK(shrink.out.find("runs were errors, which are neither pass nor fail; the first: ") !=
          std::string::npos);
    const std::string summary = (scene.scratch.path() / "summary.json").string();
    const Finished run = tests::run(
        scene.scratch, {"ddc-gateway", "run", small + "/run.yaml", "--summary", summary});
    CHECK(run.exit_code == 4);
    // Nearer to the limit than the values that are errors.
    CHECK(nlohmann::json::parse(read_file(summary))["requirements"]["slow"]["robustness"] > -0.05);
}

TEST_CASE("a failed run that is an error when it is repeated is not shrunk") {
    const SearchScene scene;
    const auto flag = scene.scratch.path() / "broken";
    const auto program = scene.scratch.write(
        "program.sh", "#!/bin/sh\n[ ! -e " + flag.string() + " ] || exit 1\nexec " +
                          (tests::binary_directory() / "autopilot_basic").string() + " \"$@\"\n");
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    REQUIRE(scene
                .plan("run: run.yaml\ndesign: grid\nparameters:\n  vehicle.start.vx_mps: [12.5]\n"
                      "  \"program.exec[0]\": [" +
                      program.string() + "]\n")
                .exit_code == 0);
    REQUIRE(scene.search().exit_code == 4);
    scene.scratch.write("broken", "");
    const Finished shrink =
        scene.run({"shrink", scene.folder, "-o", (scene.scratch.path() / "small").string()});
    CHECK(shrink.exit_code == 1);
    CHECK(shrink.err.find("run 0: is an error when it is repeated: ") != std::string::npos);
}

TEST_CASE("a script for Slurm is only printed if Slurm has no configuration") {
    const SearchScene scene;
    REQUIRE(scene.plan("run: run.yaml\nruns: 4\nshard: 1\n").exit_code == 0);
    const auto scontrol =
        scene.scratch.write("scontrol", "#!/bin/sh\necho 'no slurm.conf' >&2\nexit 1\n");
    std::filesystem::permissions(scontrol, std::filesystem::perms::owner_all);
    const Finished printed = tests::run(
        scene.scratch,
        {"ddc-gateway", "campaign", "submit", scene.folder, "--engine", "slurm", "--print",
         "--jobs", "100", "--time", "2:00:00", "--module", "gcc/12", "--env", "SITE=north"},
        {{"PATH", scene.scratch.path().string() + ":/usr/bin:/bin"}});
    CHECK(printed.exit_code == 0);
    CHECK(printed.err.find("no slurm.conf") == std::string::npos);
    CHECK(printed.out.find("--array=0-3%4\n#SBATCH --time=2:00:00\n") != std::string::npos);
    CHECK(printed.out.find("module load 'gcc/12'\nexport SITE='north'\nexec ") !=
          std::string::npos);
    const Finished refused = scene.run(
        {"submit", scene.folder, "--engine", "kubernetes", "--print", "--time", "2:00:00"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("--time: is not supported by --engine kubernetes") != std::string::npos);
}

TEST_CASE("a campaign without a failed run has nothing to shrink") {
    const SearchScene scene("100");
    REQUIRE(scene.plan("run: run.yaml\nruns: 2\n").exit_code == 0);
    REQUIRE(scene.search().exit_code == 0);
    const Finished shrink = scene.run({"shrink", scene.folder, "-o", scene.folder});
    CHECK(shrink.exit_code == 1);
    CHECK(shrink.err.find("no run to shrink: none has failed") != std::string::npos);
}

TEST_CASE("a parameter that runs of a campaign do not use is rejected") {
    const SearchScene scene;
    for (const char* parameter : {"trace: [a.csv, b.csv]", "\"programs[0].record\": [a.mcap]",
                                  "data_port.port: [1, 2]", "ddc.name: [a, b]"}) {
        CAPTURE(parameter);
        const Finished plan = scene.plan("run: run.yaml\ndesign: grid\nparameters: {" +
                                         std::string(parameter) + "}\n");
        CHECK(plan.exit_code == 2);
        CHECK(plan.err.find("has no effect") != std::string::npos);
    }
}

TEST_CASE("a search without a requirement or that cannot be repeated is rejected") {
    const SearchScene scene;
    const std::string parameters = "parameters: {vehicle.start.vx_mps: {uniform: [0, 1]}}\n";
    const auto error_of = [&](const std::string& text) {
        const Finished plan = scene.plan("run: run.yaml\nruns: 5\n" + parameters + text);
        CHECK(plan.exit_code == 2);
        return plan.err;
    };
    CHECK(error_of("search: crs\n").find("is only for `design: falsify`") != std::string::npos);
    CHECK(error_of("design: falsify\nsearch: best\n").find("search") != std::string::npos);
    CHECK(error_of("design: falsify\nrepeatable: false\n").find("must be true") !=
          std::string::npos);
    scene.scratch.write("run.yaml",
                        "duration_s: 0.3\nprogram: {exec: [autopilot_basic, \"4000\"]}\n");
    CHECK(error_of("design: falsify\n").find("requirements: are missing") != std::string::npos);
}

}  // namespace campaign_search_test
