// SPDX-License-Identifier: MIT
// Programs that a worker keeps from run to run.
#include "command.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sstream>
#include <thread>

namespace campaign_reuse_test {

using tests::Command;
using tests::Finished;
using tests::read_file;

/// A campaign that drives along a route, whose program writes its pid at each start.
struct ReuseScene {
    tests::ScratchDirectory scratch;
    std::string folder = (scratch.path() / "out").string();
    std::filesystem::path starts = scratch.path() / "starts";

    ReuseScene(const std::string& reuse, const std::string& campaign,
               const std::string& program = "autopilot_basic 4000") {
        const std::string shell = "echo $$ >> " + starts.string() + "; exec " +
                                  (tests::binary_directory() / program).string();
        scratch.write("run.yaml", "duration_s: 2\nprogram:\n  reuse: " + reuse +
                                      "\n  exec: [sh, -c, \"" + shell +
                                      "\", first]\nroute: {file: " PROJECT_DIRECTORY
                                      "/programs/demo/route.csv}\nvehicle:\n"
                                      "  sensors: " PROJECT_DIRECTORY
                                      "/plant/data/sensor/sedan.yaml\n");
        const auto file = scratch.write("campaign.yaml", "run: run.yaml\n" + campaign);
        const Finished plan = run({"plan", file.string(), folder});
        INFO(plan.err);
        REQUIRE(plan.exit_code == 0);
    }
    Finished run(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "campaign"});
        return tests::run(scratch, words);
    }
    int results() const { return std::stoi(run({"status", folder}).out); }
    std::string merged() const {
        const Finished merge = run({"merge", folder});
        INFO(merge.out << merge.err);
        REQUIRE(merge.exit_code == 0);
        return read_file(std::filesystem::path(folder) / "results.jsonl");
    }
    std::vector<pid_t> pids() const {
        std::vector<pid_t> pids;
        std::istringstream in(read_file(starts));
        for (pid_t pid = 0; in >> pid;) pids.push_back(pid);
        return pids;
    }
};

const std::string start_speeds =
    "seed: 7\nrepeatable: true\nparameters:\n  vehicle.start.vx_mps: {uniform: [0, 15]}\n";

bool is_any_alive(const std::vector<pid_t>& pids) {
    for (const pid_t pid : pids)
        if (::kill(pid, 0) == 0) return true;
    return false;
}

TEST_CASE("a kept program gives the results of one that is started for each run") {
    const std::string campaign = "runs: 8\nshard: 4\n" + start_speeds;
    const ReuseScene kept("true", campaign), started("false", campaign);
    REQUIRE(kept.run({"run", kept.folder, "--jobs", "2"}).exit_code == 0);
    REQUIRE(started.run({"run", started.folder, "--jobs", "2"}).exit_code == 0);
    CHECK(started.pids().size() == 8);
    CHECK(kept.pids().size() == 2);  // one for each worker
    CHECK_FALSE(is_any_alive(kept.pids()));
    CHECK(kept.merged() == started.merged());
}

TEST_CASE("a kept program that is killed or stopped is restarted and the results are the same") {
    const std::string campaign = "runs: 200\nshard: 200\n" + start_speeds;
    const ReuseScene undisturbed("true", campaign);
    REQUIRE(undisturbed.run({"work", undisturbed.folder, "--shard", "0"}).exit_code == 0);
    CHECK(undisturbed.pids().size() == 1);
    for (const int signal : {SIGKILL, SIGSTOP}) {
        CAPTURE(signal);
        const ReuseScene sut("true", campaign);
        Command worker(sut.scratch,
                       {"ddc-gateway", "campaign", "work", sut.folder, "--shard", "0"});
        while (sut.results() < 3) std::this_thread::sleep_for(std::chrono::milliseconds(2));
        REQUIRE(::kill(sut.pids().at(0), signal) == 0);
        CHECK(worker.finish().exit_code == 0);
        CHECK(sut.pids().size() == 2);
        CHECK_FALSE(is_any_alive(sut.pids()));
        CHECK(sut.merged() == undisturbed.merged());
    }
}

TEST_CASE("a program is restarted for a run with another command") {
    const ReuseScene sut("true",
                         "runs: 6\nshard: 6\ndesign: grid\nparameters:\n"
                         "  program.exec[3]: {choice: [first, second]}\n"
                         "  vehicle.start.vx_mps: {choice: [1, 2, 3]}\n");
    REQUIRE(sut.run({"work", sut.folder, "--shard", "0"}).exit_code == 0);
    std::size_t changes = 1;
    std::string before;
    std::istringstream in(sut.merged());
    for (std::string line; std::getline(in, line);) {
        const auto result = nlohmann::json::parse(line)["result"];
        CHECK(result["outcome"] == "done");
        const std::string word = result["parameters"]["program.exec[3]"];
        changes += !before.empty() && word != before ? 1 : 0;
        before = word;
    }
    CHECK(changes > 1);
    CHECK(sut.pids().size() == changes);
}

TEST_CASE("a program that does not declare itself resettable is rejected") {
    const ReuseScene sut("true", "runs: 2\nshard: 2\n", "autopilot ddc 4000");
    const Finished work = sut.run({"work", sut.folder, "--shard", "0"});
    CHECK(work.err.find("the program does not declare that it can be reset, which `reuse: true` "
                        "needs: leave out `reuse`") != std::string::npos);
    CHECK(work.err.find("2 of 2 runs: 0 pass, 0 fail, 2 error") != std::string::npos);
    CHECK_FALSE(is_any_alive(sut.pids()));
}

}  // namespace campaign_reuse_test
