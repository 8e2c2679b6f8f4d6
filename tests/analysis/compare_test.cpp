// SPDX-License-Identifier: MIT
// Differences of two traces or two summaries.
#include "scene.hpp"

#include <doctest/doctest.h>

namespace compare_test {

using tests::Finished;
using tests::ScratchDirectory;

struct Files {
    ScratchDirectory scratch;

    Finished compare(const std::string& a, const std::string& b, std::vector<std::string> more = {},
                     const std::string& ending = ".csv") const {
        const auto first = scratch.write("a" + ending, a), second = scratch.write("b" + ending, b);
        std::vector<std::string> words{"ddc-gateway", "compare", first, second};
        words.insert(words.end(), more.begin(), more.end());
        return tests::run(scratch, words);
    }
};

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const std::string trace = "t_s,x,word\n0,1,red\n0.5,2,red\n1,nan,red\n";

TEST_CASE("equal traces are reported as equal, also with values that are not numbers") {
    const Files sut;
    const Finished result = sut.compare(trace, trace);
    CHECK(result.exit_code == 0);
    CHECK(result.out == "3 of 3 columns are equal\n");
}

TEST_CASE("the largest difference of a column is reported with its time") {
    const Files sut;
    const std::string other = "t_s,x,word\n0,1.25,red\n0.5,1.5,red\n1,nan,red\n";
    const Finished result = sut.compare(trace, other);
    CHECK(result.exit_code == 1);
    CHECK(has(result.out, "0.5 s"));
    CHECK(has(result.out, "BEYOND 0"));
    CHECK(has(result.out, "2 of 3 columns are equal"));
    CHECK(sut.compare(trace, other, {"--tolerance", "0.5"}).exit_code == 0);
    CHECK(sut.compare(trace, other, {"--tolerance", "0.499"}).exit_code == 1);
    CHECK(sut.compare(trace, other, {"--tolerance", "1", "--tolerance", "x=0.1"}).exit_code == 1);
    CHECK(sut.compare(trace, other, {"--tolerance", "x=0.5"}).exit_code == 0);
    CHECK(sut.compare(trace, other, {"--ignore", "x"}).exit_code == 0);
}

TEST_CASE("numbers of a trace may have leading zeros") {
    const Files sut;
    const Finished result = sut.compare("t_s,x\n000.0,01\n000.5,02\n", "t_s,x\n0,1\n0.5,003\n");
    CHECK(result.exit_code == 1);
    CHECK(has(result.out, "0.5 s"));
    CHECK(has(result.out, "1 of 2 columns are equal"));
}

TEST_CASE("texts, lengths, missing columns and invalid numbers are differences") {
    const Files sut;
    const std::pair<std::string, std::string> others[] = {
        {"t_s,x,word\n0,1,red\n0.5,2,blue\n1,nan,red\n", "blue"},
        {"t_s,x,word\n0,1,red\n0.5,2,red\n", "the first has 3 rows, the second 2"},
        {"t_s,x\n0,1\n0.5,2\n1,nan\n", "only in the first: word"},
        {"t_s,x,word,more\n0,1,red,1\n0.5,2,red,1\n1,nan,red,1\n", "only in the second: more"},
        {"t_s,x,word\n0,1,red\n0.5,nan,red\n1,nan,red\n", "nan"}};
    for (const auto& [other, expected] : others) {
        CAPTURE(other);
        const Finished result = sut.compare(trace, other, {"--tolerance", "1000"});
        CHECK(result.exit_code == 1);
        CHECK(has(result.out, expected));
    }
}

TEST_CASE("summaries are compared key by key, without the keys that differ between runs") {
    const Files sut;
    const std::string summary =
        R"({"cycles": 5, "vehicle": {"x_m": 1.5}, "error": null, "timing": {"wall_time_s": 1}})";
    const auto compare = [&](const std::string& other, std::vector<std::string> more = {}) {
        return sut.compare(summary, other, std::move(more), ".json");
    };
    CHECK(compare(R"({"cycles": 5, "vehicle": {"x_m": 1.5}, "error": null, "timing": {}})")
              .exit_code == 0);
    const std::string moved = R"({"cycles": 5, "vehicle": {"x_m": 1.75}, "error": null})";
    const Finished result = compare(moved);
    CHECK(result.exit_code == 1);
    CHECK(has(result.out, "vehicle.x_m"));
    CHECK(has(result.out, "0.25"));
    CHECK(compare(moved, {"--tolerance", "vehicle.x_m=0.25"}).exit_code == 0);
    CHECK(
        has(compare(R"({"cycles": 5, "vehicle": {"x_m": 1.5}})").out, "only in the first: error"));
    CHECK(compare(moved, {"--plot", "p.png"}).exit_code == 2);
}

TEST_CASE("bands are around the curve of the first trace over another column") {
    const Files sut;
    const std::string line = "t_s,ay,steer\n0,0,0\n1,2,0.02\n2,4,0.04\n";
    const auto compare = [&](const std::string& other, const std::string& over,
                             const std::string& band) {
        return sut.compare(line, other, {"--over", over, "--tolerance", band});
    };
    // Another speed along the same curve is not a difference; nor are more rows.
    const std::string same = "t_s,ay,steer\n0,0.5,0.005\n9,1,0.01\n10,3.9,0.039\n11,1,0.01\n";
    CHECK(compare(same, "ay", "steer=1e-12").exit_code == 0);
    // 5 % more steering is within 6 % of the value, also with an offset, and not within 4 %.
    const std::string more = "t_s,ay,steer\n0,1,0.0105\n1,4,0.042\n";
    CHECK(compare(more, "ay", "steer=6%").exit_code == 0);
    CHECK(compare(more, "ay", "steer=0.001+3%").exit_code == 0);
    const Finished beyond = compare(more, "ay", "steer=4%");
    CHECK(beyond.exit_code == 1);
    CHECK(has(beyond.out,
              "0 of 2 rows within the band; largest distance to the band 0.0004, at ay 4"));
    // A band along the axis permits a shift; points that the first trace never reached are outside
    // it.
    CHECK(compare(more, "ay=0.2", "steer=0.0001").exit_code == 1);
    CHECK(compare(more, "ay=0.2", "steer=0.0001").out.find("1 of 2 rows") != std::string::npos);
    CHECK(compare("t_s,ay,steer\n0,5,0.05\n", "ay", "steer=50%").exit_code == 1);
    CHECK(compare("t_s,ay,steer\n0,5,0.04\n", "ay=1", "steer=0").exit_code == 0);
}

TEST_CASE("a picture shows the bands and the curves in them") {
    const Files sut;
    const auto picture = sut.scratch.path() / "bands.png";
    const std::string line = "t_s,ay,steer\n0,0,0\n1,2,0.02\n2,4,0.04\n";
    const Finished result = sut.compare(
        line, line, {"--over", "ay", "--tolerance", "steer=0.001+5%", "--plot", picture});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 0);
    CHECK(tests::read_file(picture).rfind("\x89PNG", 0) == 0);
}

TEST_CASE("an invalid band is rejected") {
    const Files sut;
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--over", "x"},
          {"--over", "y", "--tolerance", "x=1"},
          {"--over", "t_s", "--tolerance", "5%"},
          {"--over", "t_s", "--tolerance", "x=-1%"},
          {"--over", "t_s", "--tolerance", "x=a+5%"},
          {"--over", "t_s", "--tolerance", "word=1"},
          {"--over", "t_s", "--tolerance", "x=1", "--ignore", "word"}})
        CHECK(sut.compare(trace, trace, words).exit_code == 2);
}

TEST_CASE("files that cannot be compared are rejected") {
    const Files sut;
    CHECK(sut.compare(trace, "{}").exit_code == 2);
    CHECK(sut.compare(trace, "").exit_code == 2);
    CHECK(sut.compare("{", "{", {}, ".json").exit_code == 2);
    const std::string deep = "{\"a\":" + std::string(100'000, '[');
    CHECK(has(sut.compare(deep, deep, {}, ".json").err, "is nested more than 32 levels deep"));
    const Finished row = sut.compare(trace, "t_s,x,word\n0,1\n");
    CHECK(row.exit_code == 2);
    CHECK(has(row.err, "b.csv:2: has 2 columns, the header has 3"));
    const Finished twice = sut.compare(trace, "t_s,x,x\n0,1,2\n");
    CHECK(twice.exit_code == 2);
    CHECK(has(twice.err, "b.csv:1: two columns have the name 'x'"));
    const Finished name = sut.compare(trace, trace, {"--tolerance", "y=1"});
    CHECK(name.exit_code == 2);
    CHECK(has(name.err, "neither file has 'y'"));
    CHECK(sut.compare(trace, trace, {"--tolerance", "x=-1"}).exit_code == 2);
    CHECK(sut.compare(trace, trace, {"--tolerance", "nan"}).exit_code == 2);
    const auto first = sut.scratch.path() / "a.csv";
    const auto link = sut.scratch.path() / "a.png";
    std::filesystem::create_symlink(first, link);
    CHECK(has(sut.compare(trace, trace, {"--plot", link}).err, "which would be overwritten"));
    CHECK(has(sut.compare(trace, trace, {"--plot", first}).err, "must end with .png"));
    CHECK(tests::run(sut.scratch, {"ddc-gateway", "compare", "absent.csv", first}).exit_code == 2);
}

TEST_CASE("a picture shows where two traces differ") {
    const Files sut;
    const auto picture = sut.scratch.path() / "difference.png";
    const Finished result =
        sut.compare(trace, "t_s,x,word\n0,1,red\n0.5,3,red\n1,nan,red\n", {"--plot", picture});
    INFO("standard error: " << result.err);
    CHECK(result.exit_code == 1);
    CHECK(tests::read_file(picture).rfind("\x89PNG", 0) == 0);
    const auto none = sut.scratch.path() / "none.png";
    const Finished equal = sut.compare(trace, trace, {"--plot", none});
    CHECK(equal.exit_code == 0);
    CHECK(has(equal.out, "no numbers differ"));
    CHECK_FALSE(std::filesystem::exists(none));
}

TEST_CASE("a picture of many rows keeps a single peak and is drawn from a part of the rows") {
    const Files sut;
    std::string flat = "t_s,x\n";
    for (int row = 0; row < 100'000; ++row) flat += std::to_string(row) + ",1\n";
    std::string peak = flat;
    peak.replace(peak.find("\n54321,1\n"), 9, "\n54321,9\n");
    const auto picture = sut.scratch.path() / "peak.svg";
    CHECK(sut.compare(flat, peak, {"--plot", picture}).exit_code == 1);
    const std::string drawn = tests::read_file(picture);
    CHECK(has(drawn, "> 8<"));  // on both axes
    CHECK(drawn.size() < 1'000'000);
}

}  // namespace compare_test
