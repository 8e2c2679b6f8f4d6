// SPDX-License-Identifier: MIT
// Processes that programs start, leave or hide: all are ended with the run.
#include "command.hpp"

#include <ddc/table.hpp>

#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

namespace program_group_test {

using namespace tests;

namespace {

using namespace std::chrono_literals;

template <class Condition>
bool becomes_true(std::chrono::seconds limit, Condition condition) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() > end) return false;
        std::this_thread::sleep_for(10ms);
    }
    return true;
}

/// A run whose program is a script that starts the autopilot. All its processes have the path of
/// the scratch directory on their command lines.
struct ScriptedRun {
    ScratchDirectory scratch;
    std::string table = "test.group." + scratch.path().filename().string();
    std::string autopilot = scratch.path() / "autopilot";

    ScriptedRun() {
        std::filesystem::create_symlink(binary_directory() / "autopilot", autopilot);
        autopilot += " ddc 4000";
    }
    ~ScriptedRun() {
        for (const pid_t pid : processes_with(scratch.path())) ::kill(pid, SIGKILL);
        ::shm_unlink(("/ddc." + table).c_str());
    }
    std::string config(const std::string& script, const std::string& more) const {
        const auto file = scratch.write("start.sh", "#!/bin/sh\n" + script);
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return scratch.write("run.yaml", "ddc: {name: " + table + "}\nprogram: {exec: [\"" +
                                             file.string() + "\"]}\n" + more);
    }
    /// A shell that SIGTERM does not end.
    std::string stubborn() const {
        return scratch.write("stubborn.sh", "trap '' TERM HUP\nwhile :; do sleep 0.1; done\n");
    }
    /// Whether the program has answered a few cycles.
    bool is_driven() const {
        if (processes_with(scratch.path() / "autopilot").empty()) return false;
        ddc::TableOptions options;
        options.name = table;
        options.access = ddc::TableOptions::Access::read_only;
        try {
            return ddc::Table::open(options).sequence(0x4000 + 5) > 20;  // execution_time
        } catch (const ddc::TableError&) {
            return false;
        }
    }
    /// The pid of such a process of this run, or -1.
    pid_t guardian() const {
        const auto all = processes_with("ddc-guardian");
        for (const pid_t pid : processes_with(scratch.path()))
            if (std::count(all.begin(), all.end(), pid) == 1) return pid;
        return -1;
    }
    bool has_ended() const { return processes_with(scratch.path()).empty(); }
};

const std::string endless = "duration_s: 1e6\n";

/// Possible start scripts, each with an autopilot that it does not wait for.
std::vector<std::string> scripts(const ScriptedRun& run) {
    return {
        run.autopilot + " &\nwait\n",
        "sh " + run.stubborn() + " &\n" + run.autopilot + "\n",
        "setsid sh " + run.stubborn() + " &\nsetsid " + run.autopilot + " &\nwait\n",
        // Hidden twice: its parent has ended, and so has its session.
        "(setsid sh -c '" + run.autopilot + " & sh " + run.stubborn() + " & wait' &)\nsleep 1000\n",
    };
}

TEST_CASE("at the end of a run all processes of its program are ended") {
    for (std::size_t i = 0; i < 4; ++i) {
        const ScriptedRun sut;
        const std::string script = scripts(sut)[i];
        CAPTURE(script);
        const Finished end =
            run(sut.scratch, {"ddc-gateway", "run", sut.config(script, "duration_s: 1\n")});
        INFO("standard error: " << end.err);
        CHECK(end.exit_code == 0);
        CHECK(sut.has_ended());
        CHECK_FALSE(std::filesystem::exists("/dev/shm/ddc." + sut.table));
    }
}

TEST_CASE("all processes of a program end with a killed gateway") {
    for (std::size_t i = 0; i < 4; ++i) {
        const ScriptedRun sut;
        const std::string script = scripts(sut)[i];
        CAPTURE(script);
        Command gateway(sut.scratch, {"ddc-gateway", "run", sut.config(script, endless)});
        REQUIRE(becomes_true(20s, [&] { return sut.is_driven(); }));
        gateway.signal(SIGKILL);
        CHECK(gateway.finish().exit_code == -1);
        CHECK(becomes_true(5s, [&] { return sut.has_ended(); }));
    }
}

TEST_CASE("a killed guardian does not affect the run, and the gateway ends the program itself") {
    const ScriptedRun sut;
    Command gateway(sut.scratch,
                    {"ddc-gateway", "run", sut.config("exec " + sut.autopilot + "\n", endless)});
    REQUIRE(becomes_true(20s, [&] { return sut.is_driven(); }));
    const pid_t guardian = sut.guardian();
    REQUIRE(guardian > 0);
    ::kill(guardian, SIGKILL);
    REQUIRE(becomes_true(5s, [&] { return sut.guardian() < 0; }));
    CHECK(sut.is_driven());
    gateway.signal(SIGINT);
    const Finished end = gateway.finish();
    INFO("standard error: " << end.err);
    CHECK(end.exit_code == 0);
    CHECK(sut.has_ended());
}

TEST_CASE("the reader of the gateway's output gets its end when the gateway is killed") {
    const ScriptedRun sut;
    const std::string config = sut.config(sut.autopilot + " &\nwait\n", endless);
    const auto pid_file = sut.scratch.path() / "pid";
    const std::string gateway = sut.scratch.write(
        "gateway.sh", "echo $$ > " + pid_file.string() + "\nexec " +
                          (binary_directory() / "ddc-gateway").string() + " run " + config + "\n");
    Command pipeline(sut.scratch, {"sh", "-c", "sh " + gateway + " 2>&1 | tee /dev/null"});
    REQUIRE(becomes_true(20s, [&] { return sut.is_driven(); }));
    REQUIRE(::kill(std::stoi(read_file(pid_file)), SIGKILL) == 0);
    CHECK(pipeline.finish(10s).exit_code == 0);
}

TEST_CASE("with all standard streams closed a run ends, also by a signal") {
    const std::string gateway = binary_directory() / "ddc-gateway";
    const auto command = [&](const std::string& config) {
        return std::vector<std::string>{"sh", "-c",
                                        "exec " + gateway + " run " + config + " <&- >&- 2>&-"};
    };
    const ScriptedRun sut;
    const std::string streams = sut.scratch.path() / "streams";
    const std::string script =
        "for i in 0 1 2; do all=\"$all $(readlink /proc/$$/fd/$i)\"; done\n"
        "echo $all > " +
        streams + "\nexec " + sut.autopilot + "\n";
    CHECK(Command(sut.scratch, command(sut.config(script, "duration_s: 1\n")))
              .finish(20s)
              .exit_code == 0);
    CHECK(read_file(streams) == "/dev/null /dev/null /dev/null\n");
    Command endless_run(sut.scratch, command(sut.config(script, endless)));
    REQUIRE(becomes_true(20s, [&] { return sut.is_driven(); }));
    endless_run.signal(SIGTERM);
    CHECK(endless_run.finish(20s).exit_code == 0);
    CHECK(sut.has_ended());
}

TEST_CASE("a program that crashes before its header is complete: the message names a known cause") {
    const ScriptedRun sut;
    const Finished end =
        run(sut.scratch, {"ddc-gateway", "run", sut.config("kill -SEGV $$\n", endless)});
    CHECK(end.exit_code == 1);
    INFO("standard error: " << end.err);
    CHECK(end.err.find("was ended by signal 11 (Segmentation fault) before") != std::string::npos);
    CHECK(end.err.find("no return statement") != std::string::npos);
    const Finished refused =
        run(sut.scratch, {"ddc-gateway", "run", sut.config("exit 3\n", endless)});
    CHECK(refused.err.find("ended with exit code 3 before") != std::string::npos);
    CHECK(refused.err.find("no return statement") == std::string::npos);
}

}  // namespace

}  // namespace program_group_test
