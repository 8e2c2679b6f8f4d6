// SPDX-License-Identifier: MIT
// A campaign from its file to the merged results, with real workers.
#include "command.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

namespace campaign_test {

namespace {

namespace fs = std::filesystem;
using tests::Command;
using tests::Finished;
using tests::read_file;
using tests::ScratchDirectory;

std::string ten_runs(int seed = 7) {
    return "run: run.yaml\nruns: 10\nshard: 4\nseed: " + std::to_string(seed) +
           "\ndesign: sobol\nparameters:\n"
           "  vehicle.start.vx_mps: {uniform: [0, 15]}\n"
           "  vehicle.parameters.body.mass_kg: {uniform: [1200, 2000]}\n";
}

struct Scene {
    ScratchDirectory scratch;
    std::string folder = (scratch.path() / "out").string();

    explicit Scene(const std::string& campaign = ten_runs(),
                   const std::string& program = "[autopilot_basic, \"4000\"]",
                   const std::string& more = {}) {
        scratch.write("run.yaml", "duration_s: 0.3\nprogram: {exec: " + program +
                                      "}\nvehicle: {sensors: " PROJECT_DIRECTORY
                                      "/plant/data/sensor/sedan.yaml}\ntrace: trace.csv\n" +
                                      more);
        scratch.write("campaign.yaml", campaign);
        const Finished plan = run({"plan", (scratch.path() / "campaign.yaml").string(), folder});
        INFO(plan.err);
        REQUIRE(plan.exit_code == 0);
    }
    Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "campaign"});
        return tests::run(scratch, words);
    }
    Finished work(int shard) const {
        return run({"work", folder, "--shard", std::to_string(shard)});
    }
    /// All results of a complete campaign.
    std::string merged() const {
        const Finished merge = run({"merge", folder, "--csv", folder + "/results.csv"});
        INFO(merge.out << merge.err);
        REQUIRE(merge.exit_code == 0);
        return results();
    }
    /// The output of the last merge.
    std::string results() const { return read_file(fs::path(folder) / "results.jsonl"); }
    bool is_published(int shard) const {
        return fs::exists(fs::path(folder) / "done" / (std::to_string(shard) + ".jsonl"));
    }
};

std::vector<nlohmann::json> rows_of(const std::string& text) {
    std::vector<nlohmann::json> rows;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) rows.push_back(nlohmann::json::parse(line));
    return rows;
}

/// Tables of campaigns whose workers have ended.
std::size_t tables_left(const std::string& plan) {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator("/dev/shm"))
        count += entry.path().string().find(plan) != std::string::npos ? 1 : 0;
    return count;
}

}  // namespace

TEST_CASE("a pool executes all runs and each has its values") {
    const Scene scene;
    const Finished pool = scene.run({"run", scene.folder, "--jobs", "2"});
    INFO(pool.err);
    REQUIRE(pool.exit_code == 0);
    CHECK(pool.err.find("10 of 10 runs") != std::string::npos);
    const auto rows = rows_of(scene.merged());
    REQUIRE(rows.size() == 10);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        CHECK(rows[i]["run"] == i);
        CHECK(rows[i]["result"]["outcome"] == "done");
        CHECK(rows[i]["result"]["summary"]["exit_reason"] == "duration");
        CHECK(rows[i]["result"]["parameters"] != rows[(i + 1) % 10]["result"]["parameters"]);
    }
    CHECK_FALSE(fs::exists(scene.scratch.path() / "trace.csv"));
}

TEST_CASE("workers one after another give byte-identical results to a pool") {
    const Scene scene, other;
    REQUIRE(scene.run({"run", scene.folder, "--jobs", "3"}).exit_code == 0);
    for (const int shard : {2, 0, 1}) REQUIRE(other.work(shard).exit_code == 0);
    CHECK(scene.merged() == other.merged());
    CHECK(read_file(fs::path(scene.folder) / "results.csv") ==
          read_file(fs::path(other.folder) / "results.csv"));
}

TEST_CASE("elements of an array share the shards and a superfluous one has nothing to do") {
    const Scene scene, pool;
    const auto element = [&](const char* index, const char* last) {
        return tests::run(scene.scratch,
                          {"ddc-gateway", "campaign", "work", scene.folder, "--shard", "auto"},
                          {{"SLURM_ARRAY_TASK_ID", index}, {"SLURM_ARRAY_TASK_MAX", last}})
            .exit_code;
    };
    CHECK(element("1", "1") == 0);
    CHECK(scene.is_published(1));
    CHECK_FALSE(scene.is_published(0));
    CHECK(element("0", "1") == 0);
    CHECK(element("7", "7") == 0);
    REQUIRE(pool.run({"run", pool.folder, "--jobs", "2"}).exit_code == 0);
    CHECK(scene.merged() == pool.merged());
}

TEST_CASE("the table has a header and a line for each run in order") {
    const Scene scene;
    REQUIRE(scene.run({"run", scene.folder, "--jobs", "2"}).exit_code == 0);
    scene.merged();
    std::istringstream in(read_file(fs::path(scene.folder) / "results.csv"));
    std::string line;
    std::getline(in, line);
    CHECK(line.rfind("run,outcome,parameters.vehicle.start.vx_mps,", 0) == 0);
    CHECK(line.find("wall") == std::string::npos);
    int run = 0;
    for (; std::getline(in, line); ++run) CHECK(line.rfind(std::to_string(run) + ",done,", 0) == 0);
    CHECK(run == 10);
}

TEST_CASE("SIGTERM ends a worker after its current run and its results stay") {
    const Scene scene("run: run.yaml\nruns: 200\nshard: 200\n");
    Command worker(scene.scratch,
                   {"ddc-gateway", "campaign", "work", scene.folder, "--shard", "0"});
    const auto present = [&] {
        const std::string out = scene.run({"status", scene.folder}).out;
        return std::stoi(out);
    };
    while (present() < 3) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    worker.signal(SIGTERM);
    CHECK(worker.finish().exit_code == 143);
    const int after = present();
    CHECK(after >= 3);
    CHECK(after < 200);
    CHECK(scene.run({"merge", scene.folder}).exit_code == 1);
}

TEST_CASE("killed workers and a late one leave the result of an undisturbed one") {
    const std::string campaign =
        ten_runs(8);  // tables are named after the plan; no other test has it
    const Scene scene(campaign), undisturbed(campaign);
    REQUIRE(undisturbed.run({"run", undisturbed.folder, "--jobs", "2"}).exit_code == 0);
    for (int i = 0; i < 8 && !scene.is_published(0); ++i) {
        Command worker(scene.scratch,
                       {"ddc-gateway", "campaign", "work", scene.folder, "--shard", "0"});
        std::this_thread::sleep_for(std::chrono::milliseconds(30 + 17 * i));
        worker.signal(SIGKILL);
        worker.finish();
    }
    REQUIRE(scene.run({"run", scene.folder, "--jobs", "2"}).exit_code == 0);
    CHECK(scene.work(0).exit_code == 0);
    CHECK(scene.merged() == undisturbed.merged());
    const std::string header = read_file(fs::path(scene.folder) / "done" / "0.jsonl");
    const auto plan = nlohmann::json::parse(header.substr(0, header.find('\n')))["plan"];
    CHECK(tables_left("c" + plan.get<std::string>().substr(0, 8) + "_0_") == 0);
}

TEST_CASE("a missing program is recorded as an error and in every total") {
    const Scene scene("run: run.yaml\nruns: 2\n", "[\"false\"]");
    CHECK(scene.run({"run", scene.folder, "--jobs", "1"}).exit_code == 1);
    for (const char* verb : {"status", "merge"})
        CHECK(scene.run({verb, scene.folder})
                  .out.find("2 of 2 runs: 0 pass, 0 fail, 2 error, 0 missing") == 0);
    for (const auto& row : rows_of(scene.results())) {
        CHECK(row["result"]["outcome"] == "error");
        CHECK_FALSE(row["result"].contains("summary"));
    }
}

TEST_CASE("missing runs are listed and give merge another exit code") {
    const Scene scene;
    REQUIRE(scene.work(1).exit_code == 0);
    const Finished merge = scene.run({"merge", scene.folder});
    CHECK(merge.exit_code == 1);
    CHECK(merge.out.find("4 of 10 runs: 4 done, 0 error, 6 missing") == 0);
    CHECK(merge.out.find("missing: 0 to 3, 8 to 9") != std::string::npos);
}

TEST_CASE("a missing shard and a folder without a plan are rejected") {
    const Scene scene;
    const Finished work = scene.work(3);
    CHECK(work.exit_code == 2);
    CHECK(work.err.find("--shard: the last one is 2") != std::string::npos);
    const Finished status = scene.run({"status", (scene.scratch.path() / "none").string()});
    CHECK(status.exit_code == 1);
    CHECK(status.err.find("plan.json: cannot be read") != std::string::npos);
}

TEST_CASE("a realtime run is rejected unless the campaign declares that it does not repeat") {
    const ScratchDirectory scratch;
    scratch.write("run.yaml", "mode: realtime\nduration_s: 1\nprogram: {exec: [\"true\"]}\n");
    const auto plan = [&](const std::string& text) {
        const auto file = scratch.write("campaign.yaml", text);
        return tests::run(
            scratch, {"ddc-gateway", "campaign", "plan", file, (scratch.path() / "out").string()});
    };
    const Finished refused = plan("run: run.yaml\nruns: 1\n");
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("add `repeatable: false`") != std::string::npos);
    CHECK(plan("run: run.yaml\nruns: 1\nrepeatable: false\n").exit_code == 0);
}

namespace {

/// Ten runs; those with a slow start meet the requirement.
struct Judged : Scene {
    explicit Judged(const std::string& more = {})
        : Scene(ten_runs(), "[autopilot_basic, \"4000\"]",
                "requirements:\n  slow: always (vx_mps < 8)\n" + more) {}
};

}  // namespace

TEST_CASE("requirements of the configuration are judged in every run and give the exit code") {
    const Judged scene;
    const Finished pool = scene.run({"run", scene.folder, "--jobs", "2"});
    CHECK(pool.exit_code == 4);
    const Finished merge = scene.run({"merge", scene.folder, "--csv", scene.folder + "/r.csv"});
    CHECK(merge.exit_code == 4);
    std::size_t failed = 0;
    for (const auto& row : rows_of(scene.results())) {
        const auto& result = row["result"];
        const auto& slow = result["requirements"]["slow"];
        const bool is_fast = result["parameters"]["vehicle.start.vx_mps"] >= 8.0;
        CHECK(result["outcome"] == (is_fast ? "fail" : "pass"));
        CHECK(slow["verdict"] == result["outcome"]);
        CHECK((slow["robustness"].get<double>() <= 0) == is_fast);
        CHECK_FALSE(result["summary"].contains("requirements"));
        failed += is_fast ? 1 : 0;
    }
    REQUIRE(failed > 0);
    REQUIRE(failed < 10);
    const std::string total = "10 of 10 runs: " + std::to_string(10 - failed) + " pass, " +
                              std::to_string(failed) + " fail, 0 error, 0 missing";
    CHECK(merge.out.find(total) == 0);
    CHECK(pool.err.find(total) != std::string::npos);
    CHECK(scene.run({"status", scene.folder}).out.find(total) == 0);
    const std::string table = read_file(fs::path(scene.folder) / "r.csv");
    CHECK(table.find("requirements.slow.robustness") < table.find('\n'));
}

TEST_CASE("a requirement without a verdict makes the run an error with the reason") {
    const Judged scene("  none: \"always (x_m / (x_m - x_m) < 1)\"\n");
    CHECK(scene.work(0).err.find("4 of 4 runs: 0 pass, 0 fail, 4 error") != std::string::npos);
    CHECK(scene.run({"run", scene.folder, "--jobs", "2"}).exit_code == 1);
    CHECK(scene.run({"merge", scene.folder}).exit_code == 1);
    for (const auto& row : rows_of(scene.results())) {
        CHECK(row["result"]["outcome"] == "error");
        CHECK(row["result"]["requirements"]["slow"]["verdict"] != "error");
        const std::string reason = row["result"]["requirements"]["none"]["reason"];
        CHECK(reason.find("no value") == 0);
    }
}

TEST_CASE("in a list of programs a requirement's name begins with that of the program") {
    const ScratchDirectory scratch;
    scratch.write("run.yaml",
                  "duration_s: 0.2\nprograms:\n"
                  "  - {name: left, reference_id: 0x4000, exec: [autopilot_basic, \"4000\"],\n"
                  "     requirements: {moves: always (vx_mps < 1)}}\n"
                  "  - {name: right, reference_id: 0x5000, exec: [autopilot_basic, \"5000\"]}\n");
    const auto file = scratch.write("campaign.yaml", "run: run.yaml\nruns: 1\n");
    const std::string folder = (scratch.path() / "out").string();
    const auto run = [&](const std::vector<std::string>& words) {
        std::vector<std::string> all{"ddc-gateway", "campaign"};
        all.insert(all.end(), words.begin(), words.end());
        return tests::run(scratch, all);
    };
    const Finished plan = run({"plan", file, folder});
    INFO(plan.err);
    REQUIRE(plan.exit_code == 0);
    REQUIRE(run({"run", folder, "--jobs", "1"}).exit_code == 0);
    REQUIRE(run({"merge", folder}).exit_code == 0);
    const auto rows = rows_of(read_file(fs::path(folder) / "results.jsonl"));
    CHECK(rows[0]["result"]["outcome"] == "pass");
    CHECK(rows[0]["result"]["requirements"].size() == 1);
    CHECK(rows[0]["result"]["requirements"]["left.moves"]["verdict"] == "pass");
    const fs::path plots = scratch.path() / "plots";
    CHECK(run({"rerun", folder, "0", "--plot", plots / "0.svg"}).exit_code == 0);
    CHECK(read_file(plots / "0.left.svg").find(">moves: pass") != std::string::npos);
    CHECK_FALSE(fs::exists(plots / "0.right.svg"));
    CHECK(
        run({"rerun", folder, "0", "--plot", plots / "0.svg", "--trace", "/dev/null"}).exit_code ==
        2);
}

TEST_CASE("a run is repeated from the folder alone with its trace and gives the stored result") {
    const Judged scene;
    REQUIRE(scene.run({"run", scene.folder, "--jobs", "2"}).exit_code == 4);
    REQUIRE(scene.run({"merge", scene.folder}).exit_code == 4);
    for (const char* name : {"run.yaml", "campaign.yaml"}) fs::remove(scene.scratch.path() / name);
    const auto rows = rows_of(scene.results());
    for (const char* run : {"2", "3"}) {
        CAPTURE(run);
        const auto& result = rows[std::stoul(run)]["result"];
        const Finished replay = scene.run(
            {"rerun", scene.folder, run, "--summary", scene.folder + "/summary.json", "--junit",
             scene.folder + "/junit.xml", "--plot", scene.folder + "/plot.svg"});
        CAPTURE(replay.out);
        CHECK(replay.exit_code == (result["outcome"] == "pass" ? 0 : 4));
        CHECK(replay.out.find("the result equals the stored one") != std::string::npos);
        const auto summary =
            nlohmann::json::parse(read_file(fs::path(scene.folder) / "summary.json"));
        CHECK(summary["requirements"] == result["requirements"]);
        CHECK(read_file(fs::path(scene.folder) / "junit.xml").find("name=\"slow\"") !=
              std::string::npos);
        CHECK(read_file(fs::path(scene.folder) / "plot.svg")
                  .find(">slow: " + result["outcome"].get<std::string>() + ", robustness") !=
              std::string::npos);
        const std::string trace =
            read_file(fs::path(scene.folder) / "replay" / (std::string(run) + ".csv"));
        CHECK(trace.find("vx_mps") < trace.find('\n'));
        CHECK(std::count(trace.begin(), trace.end(), '\n') > 20);
    }
}

TEST_CASE("a result that a replay does not give is reported with the position of the difference") {
    const Scene scene, other(
                           "run: run.yaml\nruns: 10\nshard: 4\nseed: 8\ndesign: sobol\n"
                           "parameters: {vehicle.start.vx_mps: {uniform: [0, 15]}}\n");
    REQUIRE(other.work(0).exit_code == 0);
    REQUIRE(scene.run({"rerun", scene.folder, "1"}).out.find("no stored result") !=
            std::string::npos);
    std::string rows = read_file(fs::path(other.folder) / "done" / "0.jsonl");
    const Finished own = scene.work(0);
    const std::string mine = read_file(fs::path(scene.folder) / "done" / "0.jsonl");
    // Rows of another campaign after the first line of this one.
    rows = mine.substr(0, mine.find('\n')) + rows.substr(rows.find('\n'));
    scene.scratch.write("out/done/0.jsonl", rows);
    const Finished replay = scene.run({"rerun", scene.folder, "1"});
    CHECK(replay.exit_code == 1);
    CHECK(replay.out.find("the result differs from the stored one, first at /parameters/") !=
          std::string::npos);
}

TEST_CASE("the configuration of a run is written with its files and gives the same result") {
    const Judged scene;
    REQUIRE(scene.work(0).exit_code == 0);
    scene.run({"merge", scene.folder});
    const std::string alone = (scene.scratch.path() / "alone").string();
    const Finished written = scene.run({"rerun", scene.folder, "2", "--config", alone});
    INFO(written.err);
    REQUIRE(written.exit_code == 0);
    const std::string config = written.out.substr(0, written.out.find('\n'));
    const Finished run = tests::run(
        scene.scratch, {"ddc-gateway", "run", config, "--summary", alone + "/summary.json"});
    INFO(run.err);
    auto summary = nlohmann::json::parse(read_file(fs::path(alone) / "summary.json"));
    const auto result = rows_of(scene.results())[2]["result"];
    CHECK(summary["requirements"] == result["requirements"]);
    summary.erase("requirements");
    summary.erase("timing");
    CHECK(summary == result["summary"]);
    CHECK(scene.run({"rerun", scene.folder, "2", "--config", alone}).exit_code == 2);
    CHECK(scene.run({"rerun", scene.folder, "10"}).err.find("RUN: the last one is 9") !=
          std::string::npos);
}

TEST_CASE("a run that takes too long is stopped and recorded as an error immediately") {
    const Scene scene("run: run.yaml\nruns: 2\ntimeout_s: 0.2\n", "[sleep, \"1000\"]");
    CHECK(scene.run({"run", scene.folder, "--jobs", "1"}).exit_code == 1);
    std::istringstream in(read_file(fs::path(scene.folder) / "done" / "0.jsonl"));
    std::string line;
    std::getline(in, line);
    REQUIRE(std::getline(in, line));
    const auto row = nlohmann::json::parse(line);
    CHECK(row["result"]["outcome"] == "error");
    CHECK(row["wall"]["error"] == "took longer than 0.2 s");
    CHECK(row["wall"]["attempts"] == 1);
}

TEST_CASE("a stop rule ends a campaign and its result does not depend on the workers") {
    constexpr const char* rule =
        "run: run.yaml\nruns: 40\nshard: 4\nseed: 7\nparameters:\n"
        "  vehicle.start.vx_mps: {uniform: [0, 15]}\nstop: {failures: 3}\n";
    const std::string requirement = "requirements:\n  slow: always (vx_mps < 8)\n";
    const Scene scene(rule, "[autopilot_basic, \"4000\"]", requirement);
    const Scene all(rule, "[autopilot_basic, \"4000\"]", requirement);
    const Finished pool = scene.run({"run", scene.folder, "--jobs", "2"});
    CHECK(pool.exit_code == 4);
    for (int shard = 9; shard >= 0; --shard) REQUIRE(all.work(shard).exit_code == 0);
    const Finished merge = scene.run({"merge", scene.folder});
    CHECK(merge.exit_code == 4);
    CHECK(all.run({"merge", all.folder}).out == merge.out);
    CHECK(all.results() == scene.results());
    const auto rows = rows_of(scene.results());
    REQUIRE(rows.size() < 36);
    CHECK(rows.back()["result"]["outcome"] == "fail");
    CHECK(std::count_if(rows.begin(), rows.end(),
                        [](const auto& row) { return row["result"]["outcome"] == "fail"; }) == 3);
    const std::string stop_reason =
        "; stopped at run " + std::to_string(rows.size() - 1) + ": 3 failures";
    CHECK(merge.out.find(std::to_string(rows.size()) + " of " + std::to_string(rows.size()) +
                         " runs: ") == 0);
    CHECK(merge.out.find(stop_reason) != std::string::npos);
    CHECK(pool.err.find(stop_reason) != std::string::npos);
    const Finished status = scene.run({"status", scene.folder});
    CHECK(status.exit_code == 0);
    CHECK(status.out.find(stop_reason) != std::string::npos);
    CHECK_FALSE(scene.is_published(9));
    CHECK(scene.work(9).exit_code == 0);
    CHECK_FALSE(scene.is_published(9));
}

TEST_CASE("stop rules that can decide nothing are rejected") {
    const auto error_of = [](const std::string& more, const std::string& requirements) {
        const ScratchDirectory scratch;
        scratch.write("run.yaml", "program: {exec: [\"true\"]}\n" + requirements);
        const auto file = scratch.write("campaign.yaml", "run: run.yaml\nruns: 9\n" + more);
        const Finished plan = tests::run(
            scratch, {"ddc-gateway", "campaign", "plan", file, (scratch.path() / "out").string()});
        CHECK(plan.exit_code == 2);
        return plan.err;
    };
    CHECK(error_of("stop: {failures: 3}\n", "").find("stop: needs `requirements`") !=
          std::string::npos);
    CHECK(error_of("stop: {sprt: {good_rate: 0.01, bad_rate: 0.1}}\ndesign: sobol\n"
                   "parameters: {vehicle.start.vx_mps: {uniform: [0, 15]}}\n",
                   "requirements: {a: always (vx_mps < 8)}\n")
              .find("sprt needs `design: random`") != std::string::npos);
}

TEST_CASE("traces are kept for the first failures and for the worst runs") {
    const std::string campaign = ten_runs() + "keep: {failures: 1, worst: 3}\n";
    const Scene scene(campaign, "[autopilot_basic, \"4000\"]",
                      "requirements:\n  slow: always (vx_mps < 8)\n");
    REQUIRE(scene.run({"run", scene.folder, "--jobs", "2"}).exit_code == 4);
    REQUIRE(scene.run({"merge", scene.folder}).exit_code == 4);
    std::vector<std::pair<double, int>> by_robustness;
    std::set<std::string> expected;
    for (const auto& row : rows_of(scene.results())) {
        if (expected.empty() && row["result"]["outcome"] == "fail")
            expected.insert(std::to_string(row["run"].get<int>()) + ".csv");
        by_robustness.emplace_back(row["result"]["requirements"]["slow"]["robustness"], row["run"]);
    }
    std::sort(by_robustness.begin(), by_robustness.end());
    for (std::size_t i = 0; i < 3; ++i)
        expected.insert(std::to_string(by_robustness[i].second) + ".csv");
    const auto kept = [&] {
        std::set<std::string> names;
        for (const auto& entry : fs::directory_iterator(fs::path(scene.folder) / "replay"))
            names.insert(entry.path().filename().string());
        return names;
    };
    CHECK(kept() == expected);
    fs::remove(fs::path(scene.folder) / "replay" / *expected.begin());
    CHECK(scene.run({"rerun", scene.folder}).exit_code == 0);
    CHECK(kept() == expected);
    CHECK(scene.run({"rerun", scene.folder, "--summary", "s.json"}).exit_code == 2);
    CHECK(scene.run({"rerun", scene.folder, "--plot", "s.png"}).exit_code == 2);
}

}  // namespace campaign_test
