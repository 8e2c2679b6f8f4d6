// SPDX-License-Identifier: MIT
// Requirements of a run, evaluated while it runs.
#include "scene.hpp"

#include <nlohmann/json.hpp>

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>

namespace requirements_test {

using tests::Finished;
using tests::Scene;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

struct Judged {
    Scene scene;
    std::string file(const std::string& name) const { return scene.scratch.path() / name; }

    /// A run of half a second with these requirements.
    Finished run(const std::string& requirements, const std::string& fault = "none",
                 std::vector<std::string> more = {}) const {
        return run_into("trace: " + file("trace.csv"), requirements, fault, std::move(more));
    }
    /// @param output `trace: FILE` or `record: FILE`
    Finished run_into(const std::string& output, const std::string& requirements,
                      const std::string& fault, std::vector<std::string> more) const {
        const auto config = scene.config(fault, "", output + "\nrequirements:\n" + requirements);
        std::vector<std::string> words{"ddc-gateway",        "run",         config, "--summary",
                                       file("summary.json"), "--repeatable"};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run(scene.scratch, words);
    }
    Finished check() const {
        return tests::run(scene.scratch,
                          {"ddc-gateway", "check", file("trace.csv"), file("requirements.yaml"),
                           "--summary", file("summary.json")});
    }
    nlohmann::json summary() const {
        std::ifstream in(file("summary.json"));
        return nlohmann::json::parse(in);
    }
    std::string text_of(const std::string& name) const {
        std::ifstream in(file(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

TEST_CASE("requirements of a run are reported on the console and in the summary") {
    const Judged sut;
    const Finished result =
        sut.run("  begins: \"eventually[0,0.2] (t_s >= 0.1)\"\n  no_loss: summary.losses == 0\n");
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, "requirement       begins: pass"));
    const auto requirements = sut.summary()["requirements"];
    CHECK(requirements["begins"]["verdict"] == "pass");
    CHECK(requirements["begins"]["robustness"] == doctest::Approx(0.1));
    CHECK(requirements["no_loss"]["verdict"] == "pass");
    CHECK(sut.scene.is_clean());
}

TEST_CASE("a requirement that fails ends the run with exit code 4 and a case of the report") {
    const Judged sut;
    const Finished result = sut.run("  short: always (t_s < 0.25)\n  any: always (t_s < 9)\n",
                                    "none", {"--junit", sut.file("junit.xml")});
    CHECK(result.exit_code == 4);
    CHECK(has(result.out, "requirement       short: fail"));
    CHECK(has(sut.text_of("junit.xml"), R"(tests="2" failures="1" errors="0")"));
}

TEST_CASE("the source of a requirement is copied into summary and report") {
    const Judged sut;
    const Finished result =
        sut.run("  any: {formula: always (t_s < 9), id: SYS-42, source: Brakes 1.3}\n", "none",
                {"--junit", sut.file("junit.xml")});
    CHECK(result.exit_code == 0);
    CHECK(sut.summary()["requirements"]["any"]["id"] == "SYS-42");
    CHECK(sut.summary()["requirements"]["any"]["source"] == "Brakes 1.3");
    CHECK(has(sut.text_of("junit.xml"), R"(<property name="id" value="SYS-42")"));
    CHECK(has(sut.text_of("junit.xml"), R"(<property name="source" value="Brakes 1.3")"));
}

TEST_CASE("a run draws the results of its requirements") {
    const Judged sut;
    const Finished result =
        sut.run("  short: always (t_s < 0.25)\n  grip: always (slip_angle[0] < 9)\n", "none",
                {"--plot", sut.file("plot.svg")});
    INFO(result.err);
    CHECK(result.exit_code == 4);
    const std::string svg = sut.text_of("plot.svg");
    CHECK(has(svg, ">short: fail, robustness -"));
    CHECK(has(svg, ">limit 0.25<"));
    CHECK(has(svg, ">grip: pass"));
    // No port carries it; the trace has it, since a requirement names it.
    CHECK(has(svg, ">slip_angle[0]<"));
    CHECK_FALSE(has(svg, "The trace has no column"));
}

TEST_CASE("a run without a trace draws from its recording") {
    const Judged sut;
    const std::string requirements =
        "  short: always (t_s < 0.25)\n  near: always (route_distance_m < 9)\n";
    const auto picture_of = [&](const std::string& output) {
        const Finished result =
            sut.run_into(output, requirements, "none", {"--plot", sut.file("plot.svg")});
        CHECK(result.exit_code == 4);
        const std::string svg = sut.text_of("plot.svg");
        return svg.substr(svg.find(">short: fail"));  // after the name of the drawn file
    };
    const std::string of_recording = picture_of("record: " + sut.file("run.mcap"));
    CHECK(has(of_recording, ">limit 0.25<"));
    CHECK(of_recording == picture_of("trace: " + sut.file("trace.csv")));
}

TEST_CASE("the plot of a run without requirements shows its path and its speed") {
    const Scene scene;
    const auto file = scene.scratch.path() / "plot.svg";
    const auto config = scene.config("none", "", "trace: trace.csv\n");
    const Finished result =
        tests::run(scene.scratch, {"ddc-gateway", "run", config, "--plot", file});
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.err, "picture: " + file.string()));
    const std::string svg = tests::read_file(file);
    CHECK(has(svg, ">Path<"));
    CHECK(has(svg, ">speed [km/h]<"));
    CHECK(has(svg, ">trace.csv<"));
}

TEST_CASE("a run without data to draw is rejected before it begins") {
    const Scene scene;
    const auto error_of = [&](const std::string& more) {
        const auto config = scene.config("none", "", more);
        const Finished result =
            tests::run(scene.scratch, {"ddc-gateway", "run", config, "--plot", "plot.png"});
        CHECK(result.exit_code == 2);
        CHECK(result.out.empty());
        return result.err;
    };
    CHECK(has(error_of("requirements: {short: always (t_s < 0.25)}\n"),
              "add `trace: FILE.csv` or `record: FILE.mcap`"));
    CHECK(has(error_of(""), "add `trace: FILE.csv` or `record: FILE.mcap`"));
}

TEST_CASE("a run and its stored trace get the same verdicts") {
    const Judged sut;
    const std::string requirements =
        "  a: always (vx_mps < 3 until[0,0.2] delta_sec >= 10 ms)\n"
        "  b: {formula: \"always (t_s > 0.3 implies eventually[0,0.05] (x_m > 1))\", scale: 3}\n"
        "  c: \"eventually[0.1,0.4] (abs(true_velocity) > 1 km/h)\"\n"
        "  d: summary.vehicle.x_m > 0 or always[0,0.5] (execution_time_s < 1)\n";
    sut.run(requirements);
    sut.scene.scratch.write("requirements.yaml", "requirements:\n" + requirements);
    const Finished checked = sut.check();
    for (const auto& [name, judged] : sut.summary()["requirements"].items()) {
        CAPTURE(name);
        CAPTURE(checked.out);
        CHECK(judged["verdict"] != "error");
        CHECK(has(checked.out, judged["reason"].get<std::string>() + "\n"));
    }
}

TEST_CASE("signals without a port of the program can be named") {
    const Judged sut;
    const Finished result = sut.run(
        "  loads: \"always (wheel_load[0] > 1 kN and distance_to_end > 0 km)\"\n"
        "  still: always (abs(true_body_velocity.y) < 100)\n");
    CHECK(result.exit_code == 0);
    CHECK(sut.summary()["requirements"]["loads"]["verdict"] == "pass");
}

TEST_CASE("a trace has the signals of requirements that have no port") {
    const Judged sut;
    const Finished result =
        sut.run("  still: always (abs(true_body_velocity.y) < 100 and wheel_load[2] > -1)\n");
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    const tests::Trace trace(sut.file("trace.csv"));
    CHECK(trace.column("true_body_velocity.y").size() == trace.rows());
    CHECK(trace.column("wheel_load[2]").back() > 1000);
}

TEST_CASE("a run that ended early has no verdict") {
    const Judged sut;
    const Finished result = sut.run("  any: always (t_s < 9)\n", "dies_in_cycle");
    CHECK(result.exit_code == 1);
    CHECK(sut.summary()["requirements"]["any"]["verdict"] == "error");
    CHECK(sut.summary()["requirements"]["any"]["robustness"].is_null());
}

TEST_CASE("errors of requirements are reported by validate with their positions") {
    const Judged sut;
    const auto error_of = [&](const std::string& requirements) {
        const auto config = sut.scene.config("none", "", "requirements: {" + requirements + "}");
        const Finished result = tests::run(sut.scene.scratch, {"ddc-gateway", "validate", config});
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(has(error_of("a: always (vx_mp < 1)"),
              "requirements.a: character 9: there is no column 'vx_mp'; did you mean vx_mps?"));
    CHECK(has(error_of("a: \"eventually[0,0.6] (at_target)\""),
              "looks 0.6 s ahead, but the run lasts 0.5 s"));
    CHECK(has(error_of("a: summary.lossess == 0"), "did you mean losses?"));
    CHECK(has(error_of("a: always (lateness_us < 1)"), "there is no column 'lateness_us'"));
}

TEST_CASE("a duration of the command line that is too short is rejected") {
    const Judged sut;
    const Finished result =
        sut.run("  a: \"eventually[0,0.4] (t_s > 0.3)\"\n", "none", {"--duration", "0.3"});
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, "--duration: requirements.a looks 0.4 s ahead"));
}

}  // namespace requirements_test
