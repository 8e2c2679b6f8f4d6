// SPDX-License-Identifier: MIT
// The safety rules in runs with faulty programs, without and with a section `safety`.
#include "scene.hpp"

#include "vehicle_interface/rules.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <chrono>

namespace safety_run_test {

using nlohmann::json;
using tests::Command;
using tests::Finished;
using tests::read_file;
using tests::Scene;
using tests::Trace;

const std::string rolling = "vehicle: {start: {vx_mps: 10}}\n";
const std::string rules = "safety: {}\ntrace: trace.csv\n";

json summary_of(const Scene& scene) {
    return json::parse(read_file(scene.scratch.path() / "summary.json"));
}
json rules_of(const Scene& scene) {
    return summary_of(scene).at("safety").at("rules");
}
Finished run_strict(const Scene& scene, const std::string& fault, const std::string& more) {
    return tests::run(scene.scratch,
                      {"ddc-gateway", "run", scene.config(fault, "", more), "--strict", "--summary",
                       scene.scratch.path() / "summary.json"});
}

TEST_CASE("a NaN of a program ends a run without rules, with rules the last command stays") {
    Scene without;
    CHECK(without.run("nan_once").exit_code == 1);
    Scene scene;
    const Finished result = scene.run("nan_once", "", rules);
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(result.out.find("safety rule       finite once at 0.1 s\n") != std::string::npos);
    CHECK(rules_of(scene).at("finite") ==
          json({{"mode", "enforce"}, {"count", 1}, {"first_s", 0.1}, {"last_s", 0.1}}));
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto acted = trace.column("safety_finite");
    CHECK(acted[10] == 1);
    CHECK(std::count(acted.begin(), acted.end(), 1.0) == 1);
    CHECK(trace.column("gas")[12] == doctest::Approx(0.1));  // the applied command
}

TEST_CASE("a program that outputs only NaN is replaced by the fail-safe command") {
    Scene scene;
    const Finished result = scene.run("nan", "", rules);
    CHECK(result.exit_code == 3);
    CHECK(summary_of(scene).at("failsafe_s") == doctest::Approx(0.5));
    CHECK(rules_of(scene).at("command_timeout").at("count") == 1);
}

TEST_CASE("commands that oscillate are smoothed") {
    Scene scene;
    CHECK(scene.run("oscillates", "", rules).exit_code == 0);
    CHECK(rules_of(scene).at("oscillation").at("count") > 10);
    const Trace trace(scene.scratch.path() / "trace.csv");
    CHECK(trace.column("safety_oscillation").back() == 1);
    const auto gas = trace.column("gas");
    CHECK(std::abs(gas[48] - gas[49]) < 0.2);
    Scene without;
    CHECK(without.run("oscillates", "", "trace: trace.csv\n").exit_code == 0);
    const auto shaking = Trace(without.scratch.path() / "trace.csv").column("gas");
    CHECK(std::abs(shaking[48] - shaking[49]) > 0.5);
}

TEST_CASE("PARK at speed reaches the vehicle without rules, and is rejected with them") {
    const auto last_speed = [](Scene& scene, const std::string& more) {
        const Finished result = scene.run("parks", "", rolling + more);
        INFO("standard error: " << result.err);
        CHECK(result.exit_code == 0);
        return summary_of(scene).at("vehicle").at("vx_mps").get<double>();
    };
    Scene without, with;
    CHECK(last_speed(without, "") < 9);
    CHECK(last_speed(with, "safety: {}\n") > 9.5);
    CHECK(rules_of(with).at("park_at_speed").at("count") == 39);
    CHECK(rules_of(with).at("park_at_speed").at("first_s") == 0.11);
}

TEST_CASE("a program that times out: steer straight, hazard lights, and back") {
    Scene scene;
    const Finished result = scene.run("late_once", "  answer_timeout_s: 0.5\n  on_loss: failsafe\n",
                                      rules + "failsafe: {brake: 0.7}\n");
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 3);
    CHECK(rules_of(scene).at("command_timeout").at("count") == 1);
    const Trace trace(scene.scratch.path() / "trace.csv");
    const auto lost = trace.column("failsafe"), acted = trace.column("safety_command_timeout");
    CHECK(std::count(lost.begin(), lost.end(), 1.0) > 0);
    CHECK(lost == acted);
}

TEST_CASE("a run in which an enforced rule acted ends with 3 if it is strict") {
    Scene strict;
    const Finished result = run_strict(strict, "nan_once", "safety: {}\n");
    CHECK(result.exit_code == 3);
    CHECK(result.err.find("safety rule triggered: finite once at 0.1 s") != std::string::npos);
    CHECK(result.err.find("safety rule finite first triggered at 0.1 s\n") != std::string::npos);
    Scene warned;
    CHECK(run_strict(warned, "oscillates",
                     "safety: {rules: {oscillation: warn, limits: off, rate: off}}\n")
              .exit_code == 0);
    CHECK(rules_of(warned).at("oscillation").at("mode") == "warn");
    Scene calm;
    CHECK(run_strict(calm, "calm", "safety: {rules: {rate: off}}\n").exit_code == 0);
    CHECK(rules_of(calm).empty());
    CHECK(result.err.find("--strict") == std::string::npos);
}

TEST_CASE("a strict run warns if few or no rules apply to its commands") {
    const auto warning_of = [](const std::string& more) {
        Scene scene;
        const Finished loose = run_strict(scene, "oscillates", more);
        INFO(loose.err);
        CHECK(loose.exit_code == 0);
        CHECK(loose.err.find("; add `safety: {}` to the configuration") != std::string::npos);
        return loose.err;
    };
    // Pedals, to which of the default rules only `manual` applies.
    CHECK(warning_of("").find("only the safety rule `manual` checks such commands") !=
          std::string::npos);
    CHECK(warning_of("safety: off\n").find("--strict has no effect") != std::string::npos);
    std::string all;
    for (std::size_t i = 0; i < gateway::vehicle_interface::rule_count; ++i) {
        const std::string name = name_of(static_cast<gateway::vehicle_interface::Rule>(i));
        all += (all.empty() ? "" : ", ") + name + (name == "manual" ? ": off" : ": warn");
    }
    CHECK(warning_of("safety: {rules: {" + all + "}}\n").find("--strict has no effect") !=
          std::string::npos);
}

TEST_CASE("the summary lists the rules that did not apply, and the run prints them") {
    Scene scene;
    const Finished result = scene.run("calm", "", "safety: {rules: {rate: off}}\n");
    CHECK(summary_of(scene).at("safety").at("without_use") == json({"automatic_gear"}));
    CHECK(result.out.find("safety rules      none triggered\n") != std::string::npos);
    CHECK(result.out.find("automatic_gear") != std::string::npos);
}

TEST_CASE("the public state machine acts in a run") {
    Scene scene;
    CHECK(scene.run("parks", "", rolling + "safety: {compatibility: reference}\n").exit_code == 0);
    CHECK(summary_of(scene).at("safety").at("compatibility") == "reference");
    CHECK(rules_of(scene).at("gear_at_speed").at("count") == 39);
}

TEST_CASE("each program of a list has separate safety rules, but none if it shares a vehicle") {
    Scene scene;
    const auto program = [](const char* id, const std::string& more) {
        return std::string("  - {reference_id: 0x") + id + ", name: p" + id +
               ", exec: [faulty_program, \"" + id + "\", calm]" + more + "}\n";
    };
    const auto config = scene.scratch.write(
        "run.yaml", "duration_s: 0.1\nddc: {name: " + scene.table + "}\nprograms:\n" +
                        program("4000", ", safety: {}") + program("5000", ""));
    const Finished result = tests::run(scene.scratch, {"ddc-gateway", "run", config, "--summary",
                                                       scene.scratch.path() / "summary.json"});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const json programs = summary_of(scene).at("programs");
    CHECK(programs.at(0).contains("safety"));
    CHECK_FALSE(programs.at(1).contains("safety"));
    const auto guest = scene.scratch.write(
        "guest.yaml", "programs:\n" + program("4000", "") +
                          program("5000", ", vehicle: {of: p4000}, safety: {}"));
    const Finished refused = tests::run(scene.scratch, {"ddc-gateway", "validate", guest});
    CHECK(refused.exit_code == 2);
    CHECK(refused.err.find("programs[1].safety: unknown key") != std::string::npos);
}

/// A run that is paused before its first cycle, and its controller.
struct PausedRun {
    explicit PausedRun(const Scene& of, const std::filesystem::path& config)
        : scene(of), command(of.scratch, {"ddc-gateway", "run", config, "--paused"}, environment) {
        const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(20);
        while (ctl({"status"}).out.find("paused, at 0 s") == std::string::npos)
            REQUIRE(std::chrono::steady_clock::now() < limit);
    }
    Finished ctl(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "ctl"});
        words.insert(words.end(), {"--ddc", scene.table});
        return tests::run(scene.scratch, words, environment);
    }

    const Scene& scene;
    Command::Environment environment{{"XDG_RUNTIME_DIR", scene.scratch.path()}};
    Command command;
};

TEST_CASE("ctl prints the actions of the rules, and sets the cabin") {
    Scene scene;
    PausedRun run(scene, scene.config("oscillates", "  answer_timeout_s: none\n", "safety: {}\n"));
    CHECK(run.ctl({"status"}).out.find("; safety: no rule has acted") != std::string::npos);
    CHECK(run.ctl({"cabin", "doors=closed"}).out == "ok\n");
    CHECK(run.ctl({"cabin", "belts=fastened"}).out == "ok\n");
    const Finished wrong = run.ctl({"cabin", "roof=open"});
    CHECK(wrong.exit_code == 2);
    CHECK(wrong.err.find("'roof=open' is none of doors=closed") != std::string::npos);
    CHECK(run.ctl({"cabin"}).exit_code == 2);
    CHECK(run.ctl({"step", "30"}).exit_code == 0);
    CHECK(run.ctl({"status"}).out.find("; safety: oscillation ") != std::string::npos);
    CHECK(run.ctl({"resume"}).out == "ok\n");
    CHECK(run.command.finish().exit_code == 0);
}

TEST_CASE("ctl cabin doors=open stops a moving car, and reports where it stops none") {
    for (const bool has_rules : {true, false}) {
        Scene scene;
        const auto config = scene.scratch.write(
            "run.yaml", "duration_s: 8\nddc: {name: " + scene.table +
                            "}\nprogram: {exec: [faulty_program, \"4000\", calm], "
                            "answer_timeout_s: none}\ntrace: trace.csv\n" +
                            rolling + (has_rules ? "safety: {}\n" : ""));
        PausedRun run(scene, config);
        CHECK(run.ctl({"step", "100"}).exit_code == 0);
        const Finished opened = run.ctl({"cabin", "doors=open"});
        INFO("standard error: " << opened.err);
        CHECK(opened.exit_code == (has_rules ? 0 : 1));
        CHECK(opened.out == (has_rules ? "ok\n" : ""));
        CHECK((opened.err.find("add `safety: {}`") != std::string::npos) == !has_rules);
        CHECK(run.ctl({"resume"}).out == "ok\n");
        CHECK(run.command.finish().exit_code == (has_rules ? 3 : 0));
        const auto speed = Trace(scene.scratch.path() / "trace.csv").column("vx_mps");
        REQUIRE(speed.size() == 800);
        CHECK(speed[99] > 7);
        CHECK((std::abs(speed.back()) < 0.1) == has_rules);
    }
}

TEST_CASE("errors in the safety section of a run are reported with their position") {
    Scene scene;
    const Finished result =
        tests::run(scene.scratch,
                   {"ddc-gateway", "validate", scene.config("calm", "", "safety: {raw: allow}\n")});
    CHECK(result.exit_code == 2);
    INFO("standard error: " << result.err);
    CHECK(result.err.find("safety.raw: must be one of refuse, is 'allow'") != std::string::npos);
}

}  // namespace safety_run_test
