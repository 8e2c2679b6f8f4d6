// SPDX-License-Identifier: MIT
// A run must not destroy its inputs, and must not lose its outputs.
#include "redirected.hpp"

#include "scene.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <sys/stat.h>

#include <algorithm>
#include <csignal>

namespace outputs_test {

using namespace tests;

namespace {

namespace fs = std::filesystem;

/// The file of an output of a command: "stdout.0", "stderr.0", "announced.0".
bool is_of_test(const std::string& name) {
    return name.rfind("std", 0) == 0 || name.rfind("announced", 0) == 0;
}

/// All files of it and their content.
std::vector<std::pair<std::string, std::string>> contents(const fs::path& directory) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const auto& entry : fs::directory_iterator(directory))
        if (!is_of_test(entry.path().filename()))
            files.emplace_back(entry.path(), read_file(entry.path()));
    std::sort(files.begin(), files.end());
    return files;
}

/// A folder with a route, a vehicle whose file names another, and links to them.
struct Files {
    Scene scene;
    fs::path directory = scene.scratch.path();

    Files() {
        scene.scratch.write("route.csv", "x_m,y_m\n0,0\n100,0\n");
        scene.scratch.write("program.py", "#!/bin/sh\n");
        scene.scratch.write("actuation.yaml",
                            "model: actuation_cmd\nconvert_accel_cmd: true\naccel_map_path: "
                            "accel.csv\n");
        scene.scratch.write("accel.csv", read_file(std::string(PROJECT_DIRECTORY) +
                                                   "/plant/data/actuation/accel_map.csv"));
        fs::create_symlink(directory / "route.csv", directory / "link.csv");
        fs::create_hard_link(directory / "route.csv", directory / "hard.csv");
    }
    /// A configuration that must be rejected, by validate and by run.
    void check_refused(const std::string& config, const std::string& message,
                       const std::vector<std::string>& more = {}) {
        CAPTURE(config);
        const auto file = scene.scratch.write("run.yaml", config);
        const auto before = contents(directory);
        for (const char* verb : {"validate", "run"}) {
            if (!more.empty() && verb == std::string("validate")) continue;
            std::vector<std::string> words{"ddc-gateway", verb, file};
            words.insert(words.end(), more.begin(), more.end());
            const Finished refused = tests::run(scene.scratch, words);
            INFO(refused.err);
            CHECK(refused.exit_code == 2);
            CHECK(refused.err.find(message) != std::string::npos);
        }
        CHECK(contents(directory) == before);
    }
};

}  // namespace

TEST_CASE("a trace that would overwrite an input of the run is rejected, with any name") {
    Files files;
    const std::string program = "program: {exec: [sh, program.py]}\n";
    const std::string route = program + "route: {file: route.csv}\n";
    const std::vector<std::string> spellings{
        "route.csv",
        "./route.csv",
        "link.csv",
        "hard.csv",
        "../" + files.directory.filename().string() + "/route.csv",
        (files.directory / "route.csv").string()};
    for (const std::string& name : spellings)
        files.check_refused(route + "trace: " + name + "\n",
                            "run.yaml:3:8: trace: is the same file as ");
    files.check_refused("trace: run.yaml\n", "run.yaml:1:8: trace: is the same file as ");
    const fs::path started = files.scene.scratch.write("started", "#!/bin/sh\n");
    fs::permissions(started, fs::perms::owner_all);
    for (const std::string& exec : {std::string("[sh, program.py]\ntrace: program.py\n"),
                                    "[" + started.string() + "]\ntrace: started\n"})
        files.check_refused("program:\n  exec: " + exec,
                            "run.yaml:3:8: trace: is the same file as ");
    files.check_refused("vehicle: {actuation: actuation.yaml, converter: {}}\ntrace: accel.csv\n",
                        "actuation.yaml:3:17: accel_map_path");
    files.scene.scratch.write(
        "car.part", read_file(std::string(PROJECT_DIRECTORY) + "/plant/data/vehicle/sedan.yaml"));
    files.check_refused("vehicle: {parameters: car.part}\ntrace: car\n",
                        "run.yaml:2:8: trace: is the same file as ");
}

TEST_CASE("two programs with one trace are rejected, also before it exists") {
    Files files;
    const auto list = [](const std::string& first, const std::string& second) {
        return "programs:\n  - {name: a, trace: " + first +
               "}\n  - {name: b, reference_id: 0x5000, trace: " + second + "}\n";
    };
    files.check_refused(list("tt.csv", "./tt.csv"),
                        "run.yaml:3:44: programs[1].trace: is the same file as ");
    files.check_refused(list("out/tt.csv", "out/../out/tt.csv"), "programs[1].trace");
    files.check_refused(
        "programs:\n  - {name: a, route: {file: route.csv}}\n  - {name: b, "
        "reference_id: 0x5000, trace: link.csv}\n",
        "programs[1].trace: is the same file as ");
}

TEST_CASE("a summary that would overwrite an input or output of the run is rejected") {
    Files files;
    const std::string config = "route: {file: route.csv}\ntrace: trace.csv\n";
    for (const char* name : {"route.csv", "run.yaml", "./trace.csv", "link.csv"})
        files.check_refused(config, "--summary: is the same file as ",
                            {"--summary", files.directory / name});
}

TEST_CASE("replay and identify do not overwrite their inputs") {
    const Files files;
    const auto scenario = files.scene.scratch.write(
        "braking.png",  // as a picture has to be named
        read_file(std::string(PROJECT_DIRECTORY) + "/plant/data/scenario/braking.yaml"));
    const auto inputs =
        files.scene.scratch.write("in.csv", "t_s,steer_rad,throttle,brake\n0,0,0,0\n");
    const auto before = contents(files.directory);
    const std::string dotted = files.directory / "." / "in.csv";
    const auto check_refused = [&](std::vector<std::string> words, const std::string& message) {
        words.insert(words.begin(), "ddc-gateway");
        const Finished refused = tests::run(files.scene.scratch, words);
        INFO(refused.err);
        CHECK(refused.exit_code == 2);
        CHECK(refused.err.find(message) != std::string::npos);
        CHECK(contents(files.directory) == before);
    };
    check_refused({"replay", scenario, "--inputs", inputs, "--output", dotted},
                  "--output: is the same file as ");
    check_refused({"replay", scenario, "--plot", scenario}, "--plot: is the same file as ");
    check_refused({"replay", scenario, "--output", files.directory / "new", "--report",
                   files.directory / "./new"},
                  "--report: is the same file as ");
    check_refused({"identify", inputs, "--fit", "steer", "--output", dotted},
                  "--output: is the same file as ");
}

TEST_CASE("an output that cannot be written is found before any process is started") {
    const Scene scene;
    scene.scratch.write("file", "");
    const auto check = [&](const std::string& trace, const std::string& summary,
                           const std::string& message) {
        const auto config = scene.config("none", "", "trace: " + trace + "\n");
        const Finished result =
            tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary", summary});
        INFO(result.err);
        CHECK(result.exit_code == 1);
        CHECK(result.err.find(message) != std::string::npos);
        CHECK(result.err.find("started the program") == std::string::npos);
        CHECK(scene.is_clean());
    };
    const fs::path place = scene.scratch.path();
    check("trace.csv", place / "file" / "summary.json", "summary.json: cannot be written: ");
    check("file/trace.csv", place / "summary.json", "trace.csv: cannot be written: ");
    check("trace.csv", place, "cannot be written: Is a directory");
    CHECK_FALSE(fs::exists(place / "trace.csv"));
    CHECK_FALSE(fs::exists(place / "trace.csv.part"));
}

TEST_CASE("outputs have their names after every orderly end, and .part after kill -9") {
    const Watchdog watchdog(100);
    const Scene scene;
    const fs::path trace = scene.scratch.path() / "trace.csv";
    const fs::path part = scene.scratch.path() / "trace.csv.part";
    const auto start = [&](const std::string& fault, const std::string& program,
                           const std::string& duration_s) {
        scene.scratch.write("trace.csv", "of the run before\n");
        return std::make_unique<Command>(
            scene.scratch,
            std::vector<std::string>{
                "ddc-gateway", "run", scene.config(fault, program, "trace: trace.csv\n"), "--pace",
                "1", "--duration", duration_s, "--summary", scene.scratch.path() / "summary.json"});
    };
    const auto await_drive = [&] { await([&] { return !read_file(part).empty(); }); };
    const auto check_named = [&] {
        CHECK(read_file(trace).find("t_s,") == 0);
        CHECK_FALSE(fs::exists(part));
        CHECK(fs::exists(scene.scratch.path() / "summary.json"));
        fs::remove(scene.scratch.path() / "summary.json");
    };
    auto sut = start("none", "", "1000");
    await_drive();
    CHECK(read_file(trace) == "of the run before\n");
    sut->signal(SIGTERM);
    const Finished interrupted = sut->finish();
    CHECK(interrupted.err.find("trace.csv (as " + fs::canonical(scene.scratch.path()).string() +
                               "/trace.csv.part until the run ends)") != std::string::npos);
    CHECK(interrupted.exit_code == 0);
    check_named();

    CHECK(start("nan", "", "0.5")->finish().exit_code == 1);  // failed
    check_named();
    CHECK(start("dies_in_cycle", "  on_loss: failsafe\n", "0.5")->finish().exit_code ==
          3);  // degraded
    check_named();

    sut = start("none", "", "1000");
    await_drive();
    sut->signal(SIGKILL);
    CHECK(sut->finish().exit_code == -1);
    CHECK(read_file(trace) == "of the run before\n");
    const std::string left = read_file(part);
    CHECK(left.find("t_s,") == 0);

    CHECK(start("none", "", "0.5")->finish().exit_code == 0);  // and that disturbs no other run
    CHECK(read_file(part) == left);
    CHECK_FALSE(fs::exists(scene.scratch.path() / "trace.csv.2.part"));
    fs::remove(part);
    check_named();
}

TEST_CASE("a run that does not begin to drive leaves the trace of the last run") {
    const Scene scene;
    scene.scratch.write("trace.csv", "of the run before\n");
    const auto config = scene.config("dies_before", "", "trace: trace.csv\n");
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "run", config}).exit_code == 1);
    CHECK(read_file(scene.scratch.path() / "trace.csv") == "of the run before\n");
    CHECK_FALSE(fs::exists(scene.scratch.path() / "trace.csv.part"));
}

TEST_CASE("a FIFO is written in place") {
    const Watchdog watchdog;
    const Scene scene;
    const fs::path fifo = scene.scratch.path() / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    Command reader(scene.scratch, {"cat", fifo});
    const auto config = scene.config("none", "", "trace: fifo\n");
    CHECK(tests::run(scene.scratch, {"ddc-gateway", "run", config}).exit_code == 0);
    const std::string text = reader.finish().out;
    CHECK(text.find("t_s,") == 0);
    CHECK(std::count(text.begin(), text.end(), '\n') == 51);
    CHECK(fs::is_fifo(fifo));
    CHECK_FALSE(fs::exists(scene.scratch.path() / "fifo.part"));
}

TEST_CASE("a signal ends a command that waits for the reader of its output") {
    const Watchdog watchdog;
    const ScratchDirectory scratch;
    const auto fifo = scratch.path() / "fifo";
    REQUIRE(::mkfifo(fifo.c_str(), 0600) == 0);
    const std::string scenario =
        std::string(PROJECT_DIRECTORY) + "/plant/data/scenario/braking.yaml";
    Command replay(scratch, {"ddc-gateway", "replay", scenario, "--output", fifo});
    await_exec(replay.pid());
    replay.signal(SIGINT);
    CHECK(replay.finish().exit_code == -1);
}

TEST_CASE("two runs do not write one file") {
    const Watchdog watchdog;
    const Scene first, second;
    const std::string trace = "trace: " + (first.scratch.path() / "trace.csv").string() + "\n";
    Command sut(first.scratch,
                {"ddc-gateway", "run", first.config("none", "", trace), "--pace", "0.1"});
    await([&] { return !read_file(first.scratch.path() / "trace.csv.part").empty(); });
    const Finished refused =
        tests::run(second.scratch, {"ddc-gateway", "run", second.config("none", "", trace)});
    CHECK(refused.exit_code == 1);
    CHECK(refused.err.find("another run is writing it") != std::string::npos);
    CHECK(sut.finish().exit_code == 0);
    CHECK(Trace(first.scratch.path() / "trace.csv").rows() == 50);
}

}  // namespace outputs_test
