// SPDX-License-Identifier: MIT
// Faults of a program's process, and faults that are switched by hand.
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace process_fault_test {

using Column = std::vector<double>;

struct Done {
    tests::Finished finished;
    std::string trace_text;
    nlohmann::json summary;
    Column failsafe, time_s, execution_s;
};

Done run_with(const std::string& faults, const std::string& program = "on_loss: failsafe") {
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 2\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot, ddc, \"4000\"], answer_timeout_s: 0.5, " +
                        program + "}\ntrace: trace.csv\nfaults: [" + faults + "]\n");
    const auto file = scene.scratch.path() / "summary.json";
    Done done;
    done.finished = tests::run(scene.scratch,
                               {"ddc-gateway", "run", config, "--repeatable", "--summary", file});
    INFO("standard error: " << done.finished.err);
    done.summary = nlohmann::json::parse(tests::read_file(file));
    const auto trace = scene.scratch.path() / "trace.csv";
    done.trace_text = tests::read_file(trace);
    const tests::Trace rows(trace);
    done.failsafe = rows.column("failsafe");
    done.time_s = rows.column("t_s");
    done.execution_s = rows.column("execution_time_s");
    return done;
}

TEST_CASE("a killed program is lost in the same cycle of each run") {
    const std::string fault = "{name: f, target: process, kind: kill, from: {time_s: 1}}";
    for (int i = 0; i < 3; ++i) {
        const Done done = run_with(fault, "on_loss: fail");
        CHECK(done.finished.exit_code == 1);
        CHECK(done.summary["cycles"] == 100);
        CHECK(done.summary["exit_reason"] == "program_failed");
        CHECK(done.finished.err.find("was ended by signal 9") != std::string::npos);
    }
}

TEST_CASE("a stopped program gives no command until it continues, in the same cycles of each run") {
    const std::string fault =
        "{name: f, target: process, kind: stop, from: {time_s: 0.5}, until: {after_s: 0.3}}";
    const Done first = run_with(fault);
    CHECK(first.finished.exit_code == 3);
    REQUIRE(first.failsafe.size() == 200);
    for (int i = 0; i < 200; ++i) CHECK(first.failsafe[i] == (i >= 50 && i < 80 ? 1 : 0));
    CHECK(first.summary["losses"] == 1);
    CHECK(first.summary["faults"][0]["active"][0]["from_s"] == 0.5);
    CHECK(first.summary["faults"][0]["active"][0]["until_s"] == 0.8);
    CHECK(run_with(fault).trace_text == first.trace_text);
}

TEST_CASE("with on_loss: fail a stopped program ends the run in that cycle") {
    const Done done =
        run_with("{name: f, target: process, kind: stop, from: {time_s: 1}}", "on_loss: fail");
    CHECK(done.finished.exit_code == 1);
    CHECK(done.summary["cycles"] == 100);
    CHECK(done.finished.err.find("because of the fault 'f'") != std::string::npos);
}

TEST_CASE("slow answers add simulated time to the cycles") {
    const Done done = run_with(
        "{name: f, target: process, kind: slow, delay_s: 0.05, from: {time_s: 0.5}, "
        "until: {time_s: 0.8}}");
    CHECK(done.finished.exit_code == 0);
    for (std::size_t i = 0; i + 1 < done.time_s.size(); ++i) {
        const bool is_slow = done.time_s[i] >= 0.5 && done.time_s[i] < 0.8;
        CHECK(done.execution_s[i] == doctest::Approx(is_slow ? 0.06 : 0.01));
        CHECK(done.time_s[i + 1] - done.time_s[i] == doctest::Approx(is_slow ? 0.06 : 0.01));
    }
}

TEST_CASE("answers slower than the time-out are no answers") {
    const Done done = run_with(
        "{name: f, target: process, kind: slow, delay_s: 0.5, from: {time_s: 0.5}, "
        "until: {time_s: 0.8}}");
    CHECK(done.finished.exit_code == 3);
    for (int i = 0; i < 200; ++i) CHECK(done.failsafe[i] == (i >= 50 && i < 80 ? 1 : 0));
}

/// A fault of a realtime run that makes its program silent is switched by hand.
void check_silence(const std::string& silencing) {
    CAPTURE(silencing);
    const tests::Scene scene;
    const auto config = scene.scratch.write(
        "run.yaml", "mode: realtime\nddc: {name: " + scene.table +
                        "}\nprogram: {exec: [autopilot, ddc, \"4000\"]}\n"
                        "faults:\n  - {name: still, " +
                        silencing +
                        "}\n"
                        "  - {name: speed, target: inputs.true_velocity, kind: bias, bias: 3}\n");
    const auto file = scene.scratch.path() / "summary.json";
    tests::Command run(scene.scratch, {"ddc-gateway", "run", config, "--summary", file});
    run.wait_for_stderr("started the program");
    const auto ask = [&](std::vector<std::string> words) {
        words.insert(words.begin(), {"ddc-gateway", "ctl"});
        words.insert(words.end(), {"--ddc", scene.table});
        return tests::run(scene.scratch, words);
    };
    const auto switched = [&](const char* name, const char* state, const std::string& text) {
        CHECK(ask({"fault", name, state}).exit_code == 0);
        run.wait_for_stderr(text);
    };
    switched("speed", "on", "fault 'speed' (bias of inputs.true_velocity) begins");
    CHECK(ask({"status"}).out.find("faults: speed") != std::string::npos);
    switched("speed", "off", "fault 'speed' (bias of inputs.true_velocity) ends");
    switched("still", "on", "no valid output from the program");
    switched("still", "off", "the program writes valid outputs again");
    const tests::Finished unknown = ask({"fault", "other", "on"});
    CHECK(unknown.exit_code == 2);
    CHECK(unknown.err.find("there is no fault 'other'; this run has speed, still") !=
          std::string::npos);
    CHECK(ask({"stop"}).exit_code == 0);
    run.finish();
    const auto faults = nlohmann::json::parse(tests::read_file(file))["faults"];
    CHECK(faults[0]["active"].size() == 1);
    CHECK(faults[1]["active"].size() == 1);
    CHECK(faults[1]["active"][0]["until_s"] >= faults[1]["active"][0]["from_s"]);
}

TEST_CASE("a program that is stopped by hand in a realtime run is silent") {
    check_silence("target: process, kind: stop");
}

TEST_CASE("a program whose outputs are lost by hand in a realtime run is silent") {
    check_silence("target: outputs, kind: drop_out");
}

}  // namespace process_fault_test
