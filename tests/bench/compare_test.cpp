// SPDX-License-Identifier: MIT
#include "compare_reports.hpp"
#include "run_suites.hpp"
#include "scratch_folder.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace compare_test {

using namespace bench;

namespace {

/// A stand-in for ddc-bench.
std::string stand_in(const tests::ScratchFolder& folder, const std::string& name,
                     const std::string& script) {
    const auto file = folder.write(name, "#!/bin/sh\n" + script + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
}

Series series(std::vector<double> values, const char* unit = "ns", const char* name = "a line") {
    const std::size_t count = values.size();
    return {name, unit, "a base", std::move(values), std::vector<double>(count, 10.0)};
}

Report report(std::vector<Series> lines, const char* suite = "slots") {
    return {this_machine(), {{suite, std::move(lines), ""}}};
}

std::string compared(const Report& before, const Report& now) {
    std::ostringstream out;
    print_comparison(before, now, out);
    return out.str();
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const char* const one_line =
    R"('{"results": [{"name": "a line", "value": 3, "unit": "ns", "baseline_name": "a base",
                      "baseline": 2, "ratio": 1.5}]}')";

}  // namespace

TEST_CASE("a line is worse or better if the medians differ by more than either spread") {
    const Series before = series({100, 101, 102, 103, 104});  // spread 2
    CHECK(change_of(before, series({103, 104, 105, 106, 107})) == Change::worse);
    CHECK(change_of(before, series({97, 98, 99, 100, 101})) == Change::better);
    CHECK(change_of(before, series({101, 102, 103, 104, 105})) == Change::none);
    CHECK(change_of(before, series({100, 101, 105, 106, 107})) == Change::none);  // spread 5
}

TEST_CASE("for a rate more is better") {
    CHECK(change_of(series({100}, "1/s"), series({90}, "1/s")) == Change::worse);
    CHECK(change_of(series({100}, "1/s"), series({110}, "1/s")) == Change::better);
}

TEST_CASE("a single disturbed round changes neither median nor spread") {
    CHECK(median({10, 11, 12, 13, 900}) == 12);
    CHECK(spread({10, 11, 12, 13, 900}) == 2);
    CHECK(median({10, 20}) == 15);
}

TEST_CASE("a comparison has both medians and marks regressions") {
    const std::string text = compared(report({series({100, 100, 100}, "ns", "slower"),
                                              series({100, 100, 100}, "ns", "the same")}),
                                      report({series({150, 150, 150}, "ns", "slower"),
                                              series({100, 100, 100}, "ns", "the same")}));
    CHECK(has(text, "1.500    10.000    15.000  WORSE"));
    CHECK(has(text, "1 worse and 0 better"));
}

TEST_CASE("suites and lines of only one file are named") {
    Report before = report({series({1}, "ns", "past")});
    Report now = report({series({1}, "ns", "added")});
    now.suites.push_back({"plant", {}, ""});
    const std::string text = compared(before, now);
    CHECK(has(text, "past                                         only in the old"));
    CHECK(has(text, "added                                        only in the new"));
    CHECK(has(text, "plant\n  only in the new"));
    CHECK(has(compared(now, before), "plant\n  only in the old"));
}

TEST_CASE("a repeated line is compared with the line at the same position") {
    const std::string text =
        compared(report({series({100}), series({100})}), report({series({100}), series({300})}));
    CHECK(has(text, "1 worse and 0 better"));
}

TEST_CASE("files of two kinds of machine are reported as such") {
    Report other = report({series({1})});
    other.machine.cpu = "another";
    CHECK(has(compared(other, report({series({1})})), "two kinds of machine"));
    CHECK_FALSE(has(compared(report({series({1})}), report({series({1})})), "two kinds"));
}

TEST_CASE("a report read from its file equals the written one") {
    const tests::ScratchFolder folder;
    const Report written = report({series({1, 2, 3})});
    const Report read = read_report(folder.write("a.json", to_json(written).dump()));
    CHECK(to_json(read) == to_json(written));
}

TEST_CASE("a file that is not a report is rejected by its name") {
    const tests::ScratchFolder folder;
    const std::string broken = folder.write("broken.json", R"({"machine": )");
    const std::string other = folder.write("other.json", R"({"suites": []})");
    const std::string uneven = folder.write("uneven.json", [] {
        auto json = to_json(report({series({1, 2})}));
        json["suites"][0]["results"][0]["values"] = {1};
        return json.dump();
    }());
    for (const std::string& path : {broken, other, uneven}) {
        try {
            read_report(path);
            FAIL("it was taken: " << path);
        } catch (const std::runtime_error& error) {
            CHECK(has(error.what(), path + ": it is no file of ddc-bench all --json"));
        }
    }
    CHECK_THROWS_WITH_AS(read_report("/no/such.json"), "/no/such.json: No such file or directory",
                         std::runtime_error);
}

TEST_CASE("builds are run alternately the given number of times") {
    const tests::ScratchFolder folder;
    const std::string log = folder.write("log", "");
    const auto logging = [&](const char* name) {
        return stand_in(
            folder, name,
            "printf '" + std::string(name) + " %s %s,' $1 $2 >> " + log + "\necho " + one_line);
    };
    std::vector<Build> builds{{logging("old"), {}}, {logging("new"), {}}};
    run_suites({"slots"}, 2, builds);
    std::string line;
    std::ifstream file(log);
    std::getline(file, line);
    CHECK(line == "old slots --json,new slots --json,old slots --json,new slots --json,");
    CHECK(builds[1].report.suites[0].series[0].values == std::vector<double>{3, 3});
    CHECK(builds[1].report.suites[0].series[0].baselines == std::vector<double>{2, 2});
}

TEST_CASE("a suite that fails is reported and the others continue") {
    const tests::ScratchFolder folder;
    const std::string program =
        stand_in(folder, "half", "[ $1 = good ] && echo " + std::string(one_line));
    std::vector<Build> builds{{program, {}}};
    int saved = 0;
    run_suites({"bad", "good"}, 2, builds, [&] { ++saved; });
    const std::vector<SuiteReport>& suites = builds[0].report.suites;
    CHECK(has(suites[0].error, "bad --json has failed"));
    CHECK(suites[1].error.empty());
    CHECK(suites[1].series[0].values.size() == 2);
    CHECK(saved == 4);
}

}  // namespace compare_test
