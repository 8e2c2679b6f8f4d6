// SPDX-License-Identifier: MIT
// Measured runs that are paused and stepped from outside, as with a debugger.
#include "scene.hpp"
#include "watchdog.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <csignal>

namespace stepping_test {

using tests::Command;
using tests::Finished;
using tests::read_file;
using tests::Scene;

/// A run whose control socket is below its scratch directory.
struct SteppedRun : Scene {
    Command::Environment environment{{"XDG_RUNTIME_DIR", ""}, {"TMPDIR", scratch.path()}};

    Command start(const std::string& file, std::vector<std::string> more = {"--paused"}) const {
        const auto config =
            scratch.write("run.yaml", "duration_s: 1\nddc: {name: " + table + "}\n" + file);
        std::vector<std::string> words{"ddc-gateway", "run",
                                       config,        "--repeatable",
                                       "--summary",   scratch.path() / "summary.json"};
        words.insert(words.end(), more.begin(), more.end());
        return Command(scratch, words, environment);
    }
    Finished ctl(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "ctl"});
        words.insert(words.end(), {"--ddc", table});
        return tests::run(scratch, words, environment);
    }
    /// Waits until `ctl status` prints that.
    void await_status(const std::string& text) const {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        std::string output;
        while ((output = ctl({"status"}).out) != text + "\n")
            REQUIRE_MESSAGE(std::chrono::steady_clock::now() < limit, "status is: " << output);
    }
    /// Rows of the trace, which exists when the run has ended.
    std::string trace() const { return read_file(scratch.path() / "trace.csv"); }
};

const std::string one_program =
    "program: {exec: [autopilot_basic, \"4000\"], answer_timeout_s: none}\ntrace: trace.csv\n";

TEST_CASE("a run started paused executes its cycles on request") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program);
    sut.await_status("paused, at 0 s");
    CHECK(sut.ctl({"step"}).out == "at 0.01 s\n");
    CHECK(sut.ctl({"step", "5"}).out == "at 0.06 s\n");
    CHECK(sut.ctl({"status"}).out == "paused, at 0.06 s\n");
    CHECK(sut.ctl({"resume"}).out == "ok\n");
    const Finished result = gateway.finish();
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const std::string stepped = sut.trace();
    CHECK(sut.start(one_program, {}).finish().exit_code == 0);
    CHECK(sut.trace() == stepped);
}

TEST_CASE("a run that ends before its steps are done reports it") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program);
    sut.await_status("paused, at 0 s");
    CHECK(sut.ctl({"step", "99"}).out == "at 0.99 s\n");
    const Finished ended = sut.ctl({"step", "2"});
    CHECK(ended.exit_code == 1);
    INFO("standard error: " << ended.err);
    CHECK(ended.err.find("has ended before the steps were done") != std::string::npos);
    CHECK(gateway.finish().exit_code == 0);
    const auto summary = nlohmann::json::parse(read_file(sut.scratch.path() / "summary.json"));
    CHECK(summary["cycles"] == 100);
}

TEST_CASE("the trace of a killed run has its rows, although no block of them was full") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program);
    sut.await_status("paused, at 0 s");
    CHECK(sut.ctl({"step", "50"}).out == "at 0.5 s\n");
    // The run is paused, so that only the time-out writes them. The last row may still be
    // incomplete.
    const std::filesystem::path part = sut.scratch.path() / "trace.csv.part";
    const auto lines = [&] {
        const std::string text = read_file(part);
        return std::count(text.begin(), text.end(), '\n');
    };
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (lines() < 50) REQUIRE(std::chrono::steady_clock::now() < limit);
    gateway.signal(SIGKILL);
    gateway.finish();
    CHECK(read_file(part).back() == '\n');
    const auto time_s = tests::Trace(part).column("t_s");
    REQUIRE(time_s.size() == 49);
    for (std::size_t i = 0; i < time_s.size(); ++i)
        CHECK(time_s[i] == doctest::Approx(0.01 * static_cast<double>(i)));
}

TEST_CASE("requests that a measured run does not support are rejected with a remedy") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program, {"--pace", "0.01"});
    tests::await([&] { return sut.ctl({"status"}).out.find("in the cycle") != std::string::npos; });
    const Finished refused = sut.ctl({"step"});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("not paused; first: ddc-gateway ctl pause") != std::string::npos);
    CHECK(sut.ctl({"scale", "2"}).exit_code == 2);
    CHECK(sut.ctl({"pause", "3"}).exit_code == 2);
    CHECK(sut.ctl({"pause"}).exit_code == 0);
    CHECK(sut.ctl({"status"}).out.rfind("paused, ", 0) == 0);
    CHECK(sut.ctl({"stop"}).exit_code == 0);
    CHECK(gateway.finish().exit_code == 0);
}

/// The pid of the program that the gateway has started.
pid_t program_of(const Command& gateway) {
    const std::string output = gateway.standard_error(), before = "started the program, pid ";
    const auto at = output.find(before);
    REQUIRE(at != std::string::npos);
    return static_cast<pid_t>(std::stol(output.substr(at + before.size())));
}

TEST_CASE("a step whose program does not answer ends with a message, and the run continues") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program);
    sut.await_status("paused, at 0 s");
    const pid_t program = program_of(gateway);
    ::kill(program, SIGSTOP);
    const Finished late = sut.ctl({"step", "3", "--timeout", "0.2"});
    CHECK(late.exit_code == 1);
    CHECK(late.err.find("has not finished 'step 3' in time") != std::string::npos);
    sut.await_status("paused, in the cycle at 0 s");
    gateway.wait_for_stderr("without a time-out");
    CHECK(sut.ctl({"pause"}).exit_code == 0);  // cancels the two that have not begun
    ::kill(program, SIGCONT);
    sut.await_status("paused, at 0.01 s");
    CHECK(sut.ctl({"stop"}).exit_code == 0);
    CHECK(gateway.finish().exit_code == 0);
}

TEST_CASE("Ctrl-C of a step ends only the waiting") {
    const SteppedRun sut;
    Command gateway = sut.start(one_program);
    sut.await_status("paused, at 0 s");
    const pid_t program = program_of(gateway);
    ::kill(program, SIGSTOP);
    Command step(sut.scratch, {"ddc-gateway", "ctl", "step", "30", "--ddc", sut.table},
                 sut.environment);
    sut.await_status("paused, in the cycle at 0 s");
    step.signal(SIGINT);
    CHECK(step.finish().exit_code == -1);
    ::kill(program, SIGCONT);
    sut.await_status("paused, at 0.3 s");
    CHECK(sut.ctl({"resume"}).exit_code == 0);
    CHECK(gateway.finish().exit_code == 0);
}

TEST_CASE("programs that share their time are stepped from instant to instant") {
    const SteppedRun sut;
    Command gateway = sut.start(
        "time: shared\nprograms:\n"
        "  - {name: a, exec: [autopilot_basic, \"4000\"], trace: a.csv}\n"
        "  - {name: b, reference_id: 0x5000, exec: [autopilot_basic, \"5000\"], trace: b.csv,\n"
        "     timing: {cycle_duration_s: 0.025, constant_execution_time_s: 0.01}}\n");
    sut.await_status("paused, at 0 s");
    CHECK(sut.ctl({"step"}).out == "at 0.01 s\n");
    CHECK(sut.ctl({"step"}).out == "at 0.02 s\n");
    CHECK(sut.ctl({"step"}).out == "at 0.025 s\n");
    CHECK(sut.ctl({"step", "2"}).out == "at 0.04 s\n");
    CHECK(sut.ctl({"resume"}).exit_code == 0);
    const Finished result = gateway.finish();
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.err.find("with which it shares") == std::string::npos);
}

TEST_CASE("programs with separate times each take the steps") {
    const SteppedRun sut;
    Command gateway = sut.start(
        "programs:\n  - {name: a, exec: [autopilot_basic, \"4000\"]}\n"
        "  - {name: b, reference_id: 0x5000, exec: [autopilot_basic, \"5000\"],\n"
        "     timing: {cycle_duration_s: 0.025}}\n");
    sut.await_status("paused, a: at 0 s; b: at 0 s");
    CHECK(sut.ctl({"step", "2"}).out == "a: at 0.02 s; b: at 0.05 s\n");
    CHECK(sut.ctl({"stop"}).exit_code == 0);
    gateway.finish();
}

TEST_CASE("--ref selects one of several runs in a table") {
    const SteppedRun sut;
    Command first = sut.start("program: {exec: [autopilot_basic, \"4000\"]}\n");
    sut.await_status("paused, at 0 s");
    const auto config = sut.scratch.write(
        "second.yaml",
        "duration_s: 1\nddc: {name: " + sut.table +
            "}\nprogram: {reference_id: 0x5000, exec: [autopilot_basic, \"5000\"]}\n");
    Command second(sut.scratch, {"ddc-gateway", "run", config, "--paused"}, sut.environment);
    second.wait_for_stderr("started the program");
    const Finished both = sut.ctl({"step"});
    CHECK(both.exit_code == 1);
    CHECK(both.err.find("choose one: --ref 4000 --ref 5000") != std::string::npos);
    CHECK(sut.ctl({"step", "4", "--ref", "5000"}).out == "at 0.04 s\n");
    CHECK(sut.ctl({"status", "--ref", "0x4000"}).out == "paused, at 0 s\n");
    CHECK(sut.ctl({"status", "--ref", "6000"}).exit_code == 1);
    for (const char* id : {"4000", "5000"}) CHECK(sut.ctl({"stop", "--ref", id}).exit_code == 0);
    first.finish();
    second.finish();
}

}  // namespace stepping_test
