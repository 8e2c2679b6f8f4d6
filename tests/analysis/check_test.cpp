// SPDX-License-Identifier: MIT
// Verdicts on requirements of a stored trace.
#include "scene.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <string>

namespace check_test {

using tests::Finished;
using tests::ScratchDirectory;

struct Files {
    ScratchDirectory scratch;
    std::string trace = scratch.write("trace.csv",
                                      "t_s,vx_mps,at_target,route_distance_m\n"
                                      "0,2,0,0.1\n0.5,4,0,1.5\n1,9,0,0.4\n2,3,1,0.2\n");

    Finished check(const std::string& requirements, std::vector<std::string> more = {}) const {
        const auto file = scratch.write("requirements.yaml", "requirements:\n" + requirements);
        std::vector<std::string> words{"ddc-gateway", "check", trace, file};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run(scratch, words);
    }
    std::string text_of(const std::string& name) const {
        std::ifstream in(scratch.path() / name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_CASE("a trace that meets its requirements passes with exit code 0") {
    const Files sut;
    const Finished result = sut.check(
        "  slow: always (vx_mps < 36 km/h)\n"
        "  arrives: \"eventually[0,2] (at_target)\"\n");
    CHECK(result.exit_code == 0);
    CHECK(result.out ==
          "slow     pass             1  margin 1 at 1 s: vx_mps = 9 in `vx_mps < 36 km/h`\n"
          "arrives  pass           0.5  margin 0.5 at 2 s: at_target = 1 in `at_target`\n");
}

TEST_CASE("names and numbers of a trace may be quoted") {
    Files sut;
    sut.trace = sut.scratch.write(
        "quoted.csv", "\"t_s\", \"vx_mps\" ,\"a \"\"b\"\", c\"\n0,\"2\",1\n\"1\" ,3,\n2,4,\"x\"\n");
    const Finished result = sut.check("  slow: always (vx_mps < 5)\n");
    INFO(result.err);
    CHECK(result.exit_code == 0);
    CHECK(has(result.out, "at 2 s: vx_mps = 4"));
    const Finished unknown = sut.check("  slow: always (b < 5)\n");
    CHECK(has(unknown.err, "a \"b\", c"));
}

TEST_CASE("a requirement that fails is reported with its moment and exit code 4") {
    const Files sut;
    const Finished result = sut.check(
        "  on_route: {formula: always (route_distance_m < 1.0), scale: 0.5}\n"
        "  slow: always (vx_mps < 10)\n");
    CHECK(result.exit_code == 4);
    CHECK(has(result.out,
              "on_route  fail            -1  fails by 1 at 0.5 s: route_distance_m = "
              "1.5 in `route_distance_m < 1.0`\n"));
    CHECK(has(result.out, "slow      pass"));
}

TEST_CASE("a formula that extends beyond the trace needs the summary for a verdict") {
    const Files sut;
    const std::string formula = "  held: \"always[0,3] (vx_mps > 1)\"\n";
    const Finished without = sut.check(formula);
    CHECK(without.exit_code == 1);
    CHECK(has(without.out, "looks 3 s ahead, but the run lasts 2 s"));
    const auto summary = sut.scratch.write(
        "summary.json", R"({"sim_time_s": 3, "mode": "measured", "exit_reason": "duration"})");
    CHECK(sut.check(formula, {"--summary", summary}).exit_code == 0);
}

TEST_CASE("check gives an error and no verdict for a run that ended early") {
    const Files sut;
    const auto summary = sut.scratch.write(
        "summary.json", R"({"sim_time_s": 3, "mode": "measured", "exit_reason": "rolled_over"})");
    const Finished result = sut.check("  fast: always (vx_mps > 100)\n", {"--summary", summary});
    CHECK(result.exit_code == 1);
    CHECK(has(result.out, "fast  error            -  the run ended early: rolled_over\n"));
}

TEST_CASE("keys of the summary can be used with columns") {
    const Files sut;
    const auto summary = sut.scratch.write(
        "summary.json", R"({"sim_time_s": 2, "losses": 2, "route": {"max_m": 1.5}})");
    const Finished result = sut.check(
        "  no_loss: summary.losses == 0\n"
        "  near: summary.route.max_m < 160 cm and always (vx_mps > 1)\n",
        {"--summary", summary});
    CHECK(result.exit_code == 4);
    CHECK(has(result.out, "no_loss  fail            -2"));
    CHECK(has(result.out, "near     pass           0.1"));
}

TEST_CASE("the report for continuous integration has a case for each requirement") {
    const Files sut;
    const auto file = sut.scratch.path() / "junit.xml";
    sut.check("  \"<slow>\": always (vx_mps < 5)\n  ok: always (vx_mps < 50)\n",
              {"--junit", file.string()});
    const std::string text = sut.text_of("junit.xml");
    CHECK(has(text, R"(tests="2" failures="1" errors="0">)"));
    CHECK(has(text, R"(name="&lt;slow>")"));
    CHECK(has(text, R"(<failure message="fails by 4 at 1 s: vx_mps = 9 in `vx_mps &lt; 5`")"));
    CHECK(has(text, R"(name="ok">)"));
}

TEST_CASE("bad input ends with exit code 2 and its position") {
    const Files sut;
    const auto error_of = [&](const std::string& requirements) {
        const Finished result = sut.check(requirements);
        CHECK(result.exit_code == 2);
        return result.err;
    };
    CHECK(has(error_of("  a: always (vx < 1)\n"),
              "requirements.yaml:2:6: requirements.a: character 9: there is no column 'vx'"));
    CHECK(has(error_of("  a: {scale: 2}\n"), "requirements.a"));
    CHECK(has(error_of("  a: {formula: at_target, scale: 0}\n"), "requirements.a.scale"));
    CHECK(has(error_of("  a: {formula: at_target, scales: 1}\n"), "requirements.a.scales"));
    CHECK(has(error_of("  a: [at_target]\n"), "must be a formula, or a map"));
    CHECK(has(error_of("  a: summary.losses == 0\n"), "needs a summary"));
}

TEST_CASE("a trace whose times do not rise is rejected with its line") {
    Files sut;
    sut.trace = sut.scratch.write("trace.csv", "t_s,x\n0,1\n0,2\n");
    const Finished result = sut.check("  a: always (x > 0)\n");
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, "trace.csv:3: t_s: times must rise"));
}

TEST_CASE("a picture has each requirement with its verdict and the deciding moment") {
    const Files sut;
    const auto file = sut.scratch.path() / "plot.svg";
    const Finished result = sut.check(
        "  slow: always (vx_mps < 36 km/h)\n"
        "  on_route: always (route_distance_m * 1000 < 1200)\n",
        {"--plot", file.string()});
    INFO(result.err);
    CHECK(result.exit_code == 4);
    const std::string svg = sut.text_of("plot.svg");
    CHECK(has(svg, ">trace.csv: 1 pass, 1 fail, 0 error<"));
    CHECK(has(svg, ">slow: pass, robustness 1<"));
    CHECK(has(svg, ">on_route: fail, robustness -300<"));
    CHECK(svg.find("on_route: fail") < svg.find("slow: pass"));
    CHECK(has(svg, ">always (route_distance_m * 1000 &lt; 1200)<"));
    CHECK(has(svg, "fails by 300 at 0.5 s: route_distance_m * 1000 = 1500"));
    CHECK(has(svg, ">0.5 s<"));
    CHECK(has(svg, ">limit 36 km/h<"));
    CHECK(has(svg, ">limit 1200<"));
    CHECK(has(svg, "> 1400<"));  // of the axis: the curve is drawn as evaluated
    CHECK(has(svg, ">[m/s]<"));
}

std::size_t count_of(const std::string& part, const std::string& text) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST_CASE("a picture has a band with its name in each requirement while a fault is active") {
    Files sut;
    const std::string requirements =
        "  slow: always (vx_mps < 36 km/h)\n"
        "  fast: eventually (vx_mps > 20 km/h and route_distance_m < 2)\n";
    const auto picture_of = [&](const std::string& fault) {
        sut.trace = sut.scratch.write("faulty.csv",
                                      "t_s,vx_mps,route_distance_m," + fault +
                                          "\n0,2,0,0\n0.5,4,0,1\n1,9,0,1\n1.5,9,0,0\n2,3,0,0\n");
        sut.check(requirements, {"--plot", sut.scratch.path() / "plot.svg"});
        return sut.text_of("plot.svg");
    };
    const std::string band = "fill-opacity = '0.300000'";
    const std::string svg = picture_of("fault.gnss");
    CHECK(count_of(band, svg) == 3);      // in each plot
    CHECK(count_of(">gnss<", svg) == 2);  // in the first plot of each requirement
    CHECK(count_of(band, picture_of("gnss")) == 0);
}

TEST_CASE("columns of different units are drawn in separate plots") {
    const Files sut;
    const auto file = sut.scratch.path() / "plot.svg";
    sut.check("  both: always (vx_mps < 20 and route_distance_m < 2 and vx_mps > -1)\n",
              {"--plot", file.string()});
    const std::string svg = sut.text_of("plot.svg");
    CHECK(has(svg, ">[m/s]<"));
    CHECK(has(svg, ">[m]<"));
    CHECK(svg.find(">vx_mps<") == svg.rfind(">vx_mps<"));
}

TEST_CASE("a long requirement is broken into lines, with its six most important comparisons") {
    const Files sut;
    std::string text;
    for (int i = 1; i <= 7; ++i) text += "vx_mps * vx_mps * " + std::to_string(i) + " < 1000 and ";
    sut.check("  long: always (" + text + "vx_mps * vx_mps * 8 < 600)\n",
              {"--plot", sut.scratch.path() / "plot.svg"});
    const std::string svg = sut.text_of("plot.svg");
    CHECK(has(svg, ">long: fail, robustness -48<"));  // 600 - 8 * 9 * 9
    CHECK(has(svg, ">always (vx_mps * vx_mps * 1 &lt; 1000 and "));
    CHECK(has(svg, " &lt; 1000 and vx_mps * vx_mps *<"));
    CHECK(has(svg, ">5 &lt; 1000 and "));
    CHECK(has(svg, ">2 more are not drawn.<"));
    CHECK(has(svg, ">vx_mps * vx_mps * 8<"));
    CHECK(has(svg, ">limit 600<"));
    CHECK(has(svg, ">vx_mps * vx_mps * 5<"));
    CHECK_FALSE(has(svg, ">vx_mps * vx_mps * 6<"));
    CHECK_FALSE(has(svg, ">vx_mps * vx_mps * 7<"));
}

TEST_CASE("a requirement without a verdict is drawn with the reason and no moment") {
    const Files sut;
    const auto file = sut.scratch.path() / "plot.svg";
    const Finished result =
        sut.check("  undefined: always ((vx_mps - vx_mps) / (at_target - at_target) < 1)\n",
                  {"--plot", file.string()});
    INFO(result.err);
    CHECK(result.exit_code == 1);
    const std::string svg = sut.text_of("plot.svg");
    CHECK(has(svg, ">undefined: error<"));
    CHECK(has(svg, ">no value at 0 s"));
}

TEST_CASE("a picture has the format of its file name") {
    const Files sut;
    const auto beginning = [&](const std::string& name) {
        const Finished result =
            sut.check("  slow: always (vx_mps < 10)\n", {"--plot", sut.scratch.path() / name});
        INFO(result.err);
        CHECK(result.exit_code == 0);
        return sut.text_of(name).substr(0, 5);
    };
    CHECK(beginning("plot.png") == "\x89PNG\r");
    CHECK(beginning("plot.pdf") == "%PDF-");
    CHECK(beginning("plot.svg") == "<?xml");
}

TEST_CASE("a picture that cannot be drawn is reported and does not change the verdict") {
    Files sut;
    const std::string slow = "  slow: always (vx_mps < 10)\n";
    const Finished other = sut.check(slow, {"--plot", sut.scratch.path() / "plot.jpg"});
    CHECK(other.exit_code == 2);
    CHECK(has(other.err, "--plot"));
    CHECK(has(other.err, "must end with .png, .svg or .pdf"));

    const auto file = sut.scratch.write("requirements.yaml", "requirements:\n" + slow);
    const auto picture = (sut.scratch.path() / "plot.png").string();
    const Finished without =
        tests::run(sut.scratch, {"ddc-gateway", "check", sut.trace, file, "--plot", picture},
                   {{"PATH", sut.scratch.path()}});
    CHECK(without.exit_code == 1);
    CHECK(has(without.out, "slow  pass"));
    CHECK(has(without.err, "could not be drawn; is gnuplot installed"));
    CHECK_FALSE(std::filesystem::exists(picture));

    const Finished nothing = tests::run(
        sut.scratch, {"ddc-gateway", "check", sut.trace,
                      sut.scratch.write("none.yaml", "requirements: {}\n"), "--plot", picture});
    CHECK(nothing.exit_code == 2);
    CHECK(has(nothing.err, "none.yaml has nothing to draw"));

    sut.trace = "/dev/null";
    const Finished pipe = sut.check(slow, {"--plot", picture});
    CHECK(pipe.exit_code == 2);
    CHECK(has(pipe.err, "--plot: reads /dev/null twice"));
}

}  // namespace check_test
