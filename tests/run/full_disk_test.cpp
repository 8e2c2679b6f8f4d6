// SPDX-License-Identifier: MIT
// Results without room on the disk, and files that accept no bytes.
#include "redirected.hpp"

#include "../vds1/plant_process.hpp"
#include "pipe.hpp"
#include "scene.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <csignal>

namespace full_disk_test {

using namespace tests;

namespace {

namespace fs = std::filesystem;

const std::string data = std::string(PROJECT_DIRECTORY) + "/plant/data/";
const std::string lost = "could not be written in full";

Finished without_room(const Scene& scene, const std::vector<std::string>& command) {
    return tests::run(scene.scratch, redirected(command, ">/dev/full"));
}

nlohmann::json summary_of(const Scene& scene) {
    return nlohmann::json::parse(read_file(scene.scratch.path() / "summary.json"));
}

}  // namespace

TEST_CASE("results without room on the disk are an error of every command") {
    const Scene scene;
    const auto config = scene.config("none");
    const auto drive = scene.scratch.write("drive.csv", [] {
        std::string rows = "t,steer_cmd,steer_report\n";
        double report = 0;
        for (int i = 0; i < 2000; ++i) {
            const double command = (i / 100) % 2 == 0 ? 0.1 : -0.1;
            report += (command - report) * 0.05;
            rows += std::to_string(0.01 * i) + "," + std::to_string(command) + "," +
                    std::to_string(report) + "\n";
        }
        return rows;
    }());
    const std::vector<std::pair<std::vector<std::string>, int>> commands{
        {{"ddc-gateway", "--help"}, 1},
        {{"ddc-gateway", "validate", config}, 1},
        {{"ddc-gateway", "replay", data + "scenario/braking.yaml"}, 1},
        {{"ddc-gateway", "identify", drive, "--fit", "steer"}, 1},
        {{"ddc-gateway", "run", config}, 3},
        {{"vdsim_realtime", "--help"}, 1},
        {{"ddcserver", "--help"}, 1},
        {{"vdsim_realtime", "--bind", own_address(), "--duration", "0.1"}, 3},
    };
    for (const auto& command : commands) {
        CAPTURE(command.first[0] + " " + command.first[1]);
        const Finished result = without_room(scene, command.first);
        INFO(result.err);
        CHECK(result.exit_code == command.second);
        CHECK(result.err.find(lost) != std::string::npos);
    }
}

TEST_CASE("a reply that ctl cannot print is an error") {
    const Watchdog watchdog;
    const Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [faulty_program, \"4000\", none]}\n");
    const Command::Environment place{{"XDG_RUNTIME_DIR", scene.scratch.path()}};
    fs::permissions(scene.scratch.path(), fs::perms::owner_all);
    Command run(scene.scratch, {"ddc-gateway", "run", config}, place);
    run.wait_for_stderr("started the program");
    const Finished result = tests::run(
        scene.scratch,
        redirected({"ddc-gateway", "ctl", "status", "--ddc", scene.table}, ">/dev/full"), place);
    CHECK(result.exit_code == 1);
    CHECK(result.err.find(lost) != std::string::npos);
    run.signal(SIGTERM);
    run.finish();
}

TEST_CASE("files of replay and identify without room are an error") {
    const Scene scene;
    const std::string full = scene.scratch.path() / "full.png";
    fs::create_symlink("/dev/full", full);
    for (const char* option : {"--output", "--report", "--plot"}) {
        if (option == std::string("--plot") && !fs::exists("/usr/bin/gnuplot")) continue;
        CAPTURE(option);
        const Finished result = tests::run(
            scene.scratch, {"ddc-gateway", "replay", data + "scenario/braking.yaml", option, full});
        INFO(result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.err.find(full + ": " + lost + ": No space left") != std::string::npos);
    }
}

TEST_CASE("messages of a recording without room are counted") {
    const Scene scene;
    const Finished result = scene.run("none", "", "record: /dev/full\n");
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("of its messages are lost") != std::string::npos);
    constexpr int cycles = 50, topics = 8;  // and /rosout
    CHECK(summary_of(scene).at("recording_messages_dropped") >= cycles * topics);
}

TEST_CASE("a trace without room is reported immediately, and does not affect the run otherwise") {
    const Watchdog watchdog;
    const Scene scene;
    const auto config = scene.config("none", "", "trace: /dev/full\n");
    Command sut(scene.scratch, {"ddc-gateway", "run", config, "--pace", "0.01", "--summary",
                                scene.scratch.path() / "summary.json"});
    sut.wait_for_stderr("trace /dev/full: " + lost + ": No space left");  // in a run of 50 s
    sut.signal(SIGTERM);
    const Finished result = sut.finish();
    CHECK(result.exit_code == 3);
    CHECK(result.out.find("end reason        interrupted") != std::string::npos);
    CHECK(summary_of(scene)["trace_error"].get<std::string>().find("No space") !=
          std::string::npos);
    CHECK(scene.is_clean());
}

TEST_CASE("a limit on the size of files ends no run, and the trace keeps whole rows") {
    const Scene scene;
    const auto config = scene.config("none", "", "trace: trace.csv\n");
    // The table could not be created under that limit.
    REQUIRE(tests::run(scene.scratch, {"ddc", "create", scene.table}).exit_code == 0);
    // 4 kB: the messages and the trace's header fit, a block of its rows does not.
    const auto line =
        "ulimit -f 8; exec " + shell_line({"ddc-gateway", "run", config, "--duration", "20"}, "");
    const Finished result = tests::run(scene.scratch, {"/bin/sh", "-c", line});
    INFO(result.err);
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("trace.csv: " + lost + ": File too large") != std::string::npos);
    CHECK(result.out.find("cycles            2000") != std::string::npos);
    CHECK(result.out.find("trace             2000 rows are lost") != std::string::npos);
    CHECK(Trace(scene.scratch.path() / "trace.csv").rows() == 0);
}

TEST_CASE("a summary without room is reported, and still printed") {
    const Scene scene;
    const Finished result = tests::run(
        scene.scratch, {"ddc-gateway", "run", scene.config("none"), "--summary", "/dev/full"});
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("/dev/full: " + lost + ": No space left") != std::string::npos);
    CHECK(result.out.find("cycles            50") != std::string::npos);
}

TEST_CASE("a blocked trace delays neither a run nor its end") {
    const Watchdog watchdog(100);
    const Scene scene;
    Pipe pipe;
    pipe.fill();
    const fs::path fifo = scene.scratch.path() / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    REQUIRE(::mkfifo((scene.scratch.path() / "fifo for the summary").c_str(), 0600) == 0);
    for (const std::string& place : {pipe.name(), fifo.string()}) {  // the second has no reader
        CAPTURE(place);
        const auto config = scene.config("none", "", "trace: " + place + "\n");
        const Finished result = tests::run(
            scene.scratch,
            {"ddc-gateway", "run", config, "--summary", scene.scratch.path() / "summary.json"});
        INFO(result.err);
        CHECK(result.exit_code == 3);
        CHECK(summary_of(scene)["trace_rows_dropped"] == 50);
        CHECK(summary_of(scene)["exit_reason"] == "duration");
        CHECK(result.err.find("does not accept data; 50 of its rows are lost") !=
              std::string::npos);
        CHECK(scene.is_clean());

        Command sut(scene.scratch, {"ddc-gateway", "run", config, "--pace", "0.01", "--summary",
                                    scene.scratch.path() / "fifo for the summary"});
        sut.wait_for_stderr("started the program");
        const auto start = std::chrono::steady_clock::now();
        sut.signal(SIGTERM);
        sut.finish(std::chrono::seconds(30));
        CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(20));
        CHECK(scene.is_clean());
    }
}

}  // namespace full_disk_test
