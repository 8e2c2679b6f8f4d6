// SPDX-License-Identifier: MIT
// A page about one run.
#include "scene.hpp"

#include <doctest/doctest.h>

namespace report_test {

using tests::Finished;
using tests::read_file;
using tests::Scene;
using tests::ScratchDirectory;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::string trace =
    "t_s,x_m,y_m,vx_mps,route_distance_m\n0,0,0,10,0.5\n1,10,3,12,0.2\n2,20,3,12,0.2\n";
const std::string summary = R"({"name": "pilot", "mode": "measured", "cycles": 3,
  "exit_reason": "duration", "error": null, "route": {"max_m": 0.5},
  "requirements": {
    "slow": {"verdict": "fail", "robustness": -2, "time_s": 1, "comparison": "vx_mps < 10",
             "left": 12, "right": 10, "reason": "fails by 2 at 1 s: vx_mps = 12"},
    "near": {"verdict": "pass", "robustness": 0.5, "time_s": 0,
             "comparison": "route_distance_m < 1", "left": 0.5, "right": 1, "reason": "closest"}}})";
const std::string config =
    "program: {exec: [pilot]}\nrequirements:\n  slow: always (vx_mps < 10)\n"
    "  near: always (route_distance_m < 1)\n# <written> & kept\n";

struct Folder {
    ScratchDirectory scratch;

    Finished report(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "report"});
        return tests::run(scratch, words);
    }
    std::string file(const std::string& name) const { return scratch.path() / name; }
    std::string page(const std::string& name = "report.html") const {
        return read_file(file(name));
    }
    /// @return the page
    std::string report_of(const std::vector<std::string>& files) const {
        std::vector<std::string> words = files;
        words.insert(words.end(), {"-o", file("page.html")});
        const Finished result = report(words);
        INFO(result.err);
        CHECK(result.exit_code == 0);
        return page("page.html");
    }
};

TEST_CASE("the page of a folder has verdicts, charts, summary, configuration and versions") {
    const Folder sut;
    sut.scratch.write("trace.csv", trace);
    sut.scratch.write("summary.json", summary);
    sut.scratch.write("run.yaml", config);
    sut.scratch.write("vehicle.yaml", "body: {mass_kg: 1}\n");
    sut.scratch.write("route.csv", "x_m,y_m\n0,0\n1,1\n");
    const Finished result = sut.report({sut.scratch.path()});
    INFO(result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(result.out == sut.file("report.html") + "\n");
    const std::string page = sut.page();
    CHECK(has(page, "<h1>Run of " + sut.scratch.path().filename().string() + "</h1>"));
    CHECK(has(page, "pilot, measured, ended by duration"));
    CHECK(has(page, "1 of 2 requirements failed."));
    CHECK(has(page, "<code class=\"muted\">always (vx_mps &lt; 10)</code>"));
    CHECK(has(page, "fails by 2 at 1 s: vx_mps = 12"));
    CHECK(has(page, "limit 10"));
    CHECK(has(page, "<circle class=\"is-fail\""));
    CHECK(has(page, ">speed [km/h]</text>"));
    CHECK(has(page, "<th>route.max_m</th><td>0.5</td>"));
    CHECK(has(page, "# &lt;written&gt; &amp; kept"));
    CHECK(has(page, "ddc-gateway 1."));
    CHECK(has(page, "SHA-256"));
    CHECK_FALSE(has(page, "vehicle.yaml"));
    CHECK_FALSE(has(page, "route.csv"));
}

TEST_CASE("a page loads nothing, and no text in it becomes markup") {
    const Folder sut;
    const std::string files[] = {
        sut.scratch.write("<i>.csv", trace),
        sut.scratch.write("s.json", R"({"name": "<script>alert(1)</script>", "exit_reason": "<b>",
                                       "<img>": "<u>", "requirements": {"<em>":
                                       {"verdict": "pass", "reason": "</section><script>"}}})"),
        sut.scratch.write("c.yaml",
                          "requirements: {\"<em>\": \"always (vx_mps < 99)\"}\n"
                          "# </pre><script>\n")};
    const std::string page = sut.report_of({files[0], files[1], files[2]});
    for (const char* text : {"<script", "<img", "<b>", "<u>", "<i>", "<em>", "href=", "url("})
        CHECK_MESSAGE(!has(page, text), text);
    CHECK(has(page, "default-src 'none'"));
    CHECK(has(page, "&lt;script&gt;alert(1)"));
    CHECK(has(page, "<h1>Run of c</h1>"));
}

TEST_CASE("a trace alone has a page without verdicts") {
    const Folder sut;
    const std::string page = sut.report_of({sut.scratch.write("trace.csv", trace)});
    CHECK(has(page, "No requirement was evaluated."));
    CHECK(has(page, "<svg"));
    const std::string none = sut.report_of({sut.scratch.write("a.csv", "t_s,a\n0,1\n")});
    CHECK(has(none, "nothing to draw"));
}

TEST_CASE("requirements without a verdict in a summary are judged by the trace") {
    const Folder sut;
    const std::string csv = sut.scratch.write("t.csv", trace);
    const std::string yaml = sut.scratch.write("c.yaml", config);
    const std::string page = sut.report_of({csv, yaml});
    CHECK(has(page, "1 of 2 requirements failed."));
    CHECK(has(page, "fails by 2 at 1 s: vx_mps = 12 in `vx_mps &lt; 10`"));
    CHECK(has(page, "<circle class=\"is-fail\""));
    CHECK(has(sut.report_of({yaml}), "not evaluated"));
}

TEST_CASE("a summary of several programs has a part for each of them") {
    const Folder sut;
    const std::string page = sut.report_of({sut.scratch.write(
        "s.json", R"({"programs": [{"name": "left", "exit_reason": "duration", "requirements":
                      {"slow": {"verdict": "pass", "robustness": 1, "time_s": 0, "reason": ""}}},
                     {"name": "right", "exit_reason": "not_started", "error": "no program"}]})")});
    CHECK(has(page, "<strong>left.slow</strong>"));
    CHECK(has(page, "Summary of right"));
    CHECK(has(page, "no program"));
}

TEST_CASE("a file that is not of a run, and files of two runs, are rejected") {
    const Folder sut;
    const auto error_of = [&](const std::vector<std::string>& words) {
        const Finished result = sut.report(words);
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(has(error_of({sut.file("none.csv")}), "does not exist"));
    CHECK(has(error_of({sut.scratch.write("notes.txt", "a\n")}), "is not a file of a run"));
    CHECK(has(error_of({sut.scratch.write("x.json", "{")}), "is not JSON"));
    CHECK(has(error_of({sut.scratch.write("deep.json", std::string(100'000, '['))}),
              "is nested more than 32 levels deep"));
    CHECK(
        has(error_of({sut.scratch.write("a.json", summary), sut.scratch.write("b.json", summary)}),
            "are both summaries"));
    std::filesystem::create_directory(sut.file("empty"));
    CHECK(has(error_of({sut.file("empty")}), "has no trace, recording, summary"));
    const std::string csv = sut.scratch.write("trace.csv", trace);
    CHECK(has(error_of({csv, "-o", csv}), "is the same file as"));
    CHECK(read_file(csv) == trace);
}

}  // namespace report_test
