// SPDX-License-Identifier: MIT
// A page about realtime runs, for a test protocol.
#include "scene.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

namespace bench_page_test {

using tests::Finished;
using tests::read_file;
using tests::ScratchDirectory;
using Json = nlohmann::ordered_json;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// The smallest value that at least `part` of all values do not exceed.
double percentile(const std::vector<double>& sorted, double part) {
    const auto rank =
        static_cast<std::size_t>(std::ceil(part * static_cast<double>(sorted.size())));
    return sorted[std::max<std::size_t>(rank, 1) - 1];
}

Json percentiles_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    Json json;
    for (const auto& [key, part] : std::vector<std::pair<const char*, double>>{{"p50", 0.5},
                                                                               {"p90", 0.9},
                                                                               {"p99", 0.99},
                                                                               {"p99_9", 0.999},
                                                                               {"p99_99", 0.9999},
                                                                               {"p99_999", 0.99999},
                                                                               {"max", 1.0}})
        json[key] = percentile(values, part);
    return json;
}

/// As in the summary of a realtime run, from known values. A bucket has one value.
Json distribution_of(const std::vector<double>& values_us, double max_at_s) {
    Json json = percentiles_of(values_us);
    json["max_at_s"] = max_at_s;
    json["count"] = values_us.size();
    std::map<double, int> buckets;
    for (const double value : values_us) ++buckets[value];
    for (const auto& [edge, count] : buckets) json["buckets"].push_back(Json::array({edge, count}));
    return json;
}

/// The lateness of 6000 periods: 40 us to 99 us, once 7321 us in the period at 12.34 s.
std::vector<double> latenesses() {
    std::vector<double> values;
    for (int i = 0; i < 6000; ++i) values.push_back(40 + i % 60);
    values[1234] = 7321;
    return values;
}

Json worst_moment() {
    return Json::parse(R"({"t_s": 12.34, "lateness_us": 7321,
        "thread": {"duration_s": 0.2, "voluntary_switches": 21,
                   "involuntary_switches": 4, "minor_faults": 6, "major_faults": 1,
                   "run_us": 900, "wait_us": 6500},
        "columns": ["t_s", "lateness_us", "sleep_us", "vehicle_us", "inputs_us", "wait_us",
                    "read_us", "convert_us", "observers_us"],
        "periods": [[12.33, 45, 9000, 30, 5, 60, 3, 2, 10],
                    [12.34, 7321, 100, 31, 5, 61, 3, 2, 11]]})");
}

Json realtime_summary() {
    Json realtime = Json::parse(R"({"started": "2026-01-02T03:04:05Z", "overruns": 0,
        "skipped": 0, "vehicle_losses": 0, "program_silences": 0,
        "granted": [{"name": "priority", "requested": "80", "granted": "80"}], "warnings": [],
        "machine": [{"name": "kernel", "found": "6.1.0-test", "wanted": ""}],
        "vds1": {"cmd_sent": 6000, "state_lost": 0, "clock_drift_ppm": 1.25,
                 "lag_us": {"p50": 17, "max": 91}}})");
    realtime["lateness_us"] = distribution_of(latenesses(), 12.34);
    realtime["answer_us"] = nullptr;
    for (const double t_s : {0.0, 60.0}) {
        const Json minute{{"t_s", t_s}, {"lateness_us", percentiles_of(latenesses())}};
        realtime["per_minute"].push_back(minute);
    }
    realtime["worst"].push_back(worst_moment());
    return {{"name", "pilot"},           {"mode", "realtime"},  {"sim_time_s", 120},
            {"exit_reason", "duration"}, {"error", nullptr},    {"losses", 0},
            {"failsafe_s", 0},           {"realtime", realtime}};
}

Json outcome_of(const std::string& verdict) {
    return {{"verdict", verdict},    {"robustness", -6821},
            {"time_s", 12.34},       {"comparison", "lateness_us < 500"},
            {"left", 7321},          {"right", 500},
            {"reason", "the reason"}};
}

struct Folder {
    ScratchDirectory scratch;

    std::string write(const std::string& name, const Json& json) const {
        return scratch.write(name, json.dump());
    }
    Finished report(std::vector<std::string> words) const {
        words.insert(words.begin(), {"ddc-gateway", "report"});
        words.insert(words.end(), {"-o", scratch.path() / "bench.html"});
        return tests::run(scratch, words);
    }
    std::string report_of(const std::vector<std::string>& files) const {
        const Finished result = report(files);
        INFO(result.err);
        CHECK(result.exit_code == 0);
        return read_file(scratch.path() / "bench.html");
    }
};

TEST_CASE("the summary of a realtime run alone has a page with its evidence") {
    const Folder sut;
    const std::string page = sut.report_of({sut.write("hil.json", realtime_summary())});
    CHECK(has(page, "<h1>Realtime run hil</h1>"));
    CHECK(has(page, "started 2026-01-02T03:04:05Z"));
    CHECK(has(page, "No period began late by a period or more"));
    CHECK(has(page, "Neither the vehicle nor the program was lost."));
    // 100 values of each of 40 us to 99 us, but 99 of 74 us, and the largest one.
    CHECK(has(page,
              "<td class=\"n\">69</td><td class=\"n\">94</td><td class=\"n\">99</td>"
              "<td class=\"n\">99</td><td class=\"n\">7321</td><td class=\"n\">7321</td>"
              "<td class=\"n\">7321</td><td class=\"n\">12.340</td>"
              "<td class=\"n\">6000</td>"));
    CHECK(has(page, "aria-label=\"Histogram of lateness\""));
    CHECK(has(page, "aria-label=\"lateness of each minute\""));
    CHECK(has(page, "7.32 ms late at 12.340 s"));
    CHECK(has(page,
              "thread in 200 ms: ran 900 us, waited for a core 6.5 ms, 21 voluntary "
              "switches, 4 involuntary, 6 minor page faults, 1 major"));
    CHECK(has(page, "wait for the program"));
    CHECK(has(page, "lag of STATE"));
    CHECK(has(page, "drift of the vehicle's clock [ppm]</td><td class=\"n\">1.25"));
    CHECK(has(page, "6.1.0-test"));
    CHECK(has(page, "SHA-256"));
    CHECK_FALSE(has(page, "program's answer"));
}

TEST_CASE("several runs have a table, a section each, and the verdict of the worst one") {
    const Folder sut;
    const std::string good = sut.write("good.json", realtime_summary());
    Json late = realtime_summary();
    late["realtime"]["overruns"] = 2;
    late["realtime"]["warnings"] = {"the loop spins where <the program> runs"};
    const std::string second = sut.write("late.json", late);
    CHECK(has(sut.report_of({good, good}), "All 2 runs kept their periods"));
    CHECK(has(sut.report_of({good, second}), "1 of 2 runs had missed periods"));
    late["requirements"]["on_time"] = outcome_of("fail");
    const std::string page = sut.report_of({good, sut.write("late.json", late)});
    CHECK(has(page, "<h1>2 realtime runs</h1>"));
    CHECK(has(page, "1 of 2 runs failed."));
    CHECK(has(page, "<h2>Comparison</h2>"));
    CHECK(has(page, "<h2>good</h2>"));
    CHECK(has(page, "<h2>late</h2>"));
    CHECK(has(page, "2 periods began late by a period or more"));
    CHECK(has(page, "the loop spins where &lt;the program&gt; runs"));
    CHECK(has(page, "limit of on_time: 500 us"));
}

TEST_CASE("a configuration beside the summary shows formulas and is on the page") {
    const Folder sut;
    Json summary = realtime_summary();
    summary["requirements"]["on_time"] = outcome_of("pass");
    const std::string page = sut.report_of(
        {sut.write("hil.json", summary),
         sut.scratch.write("run.yaml", "requirements: {on_time: always (lateness_us < 500)}\n")});
    CHECK(has(page, "All requirements were met."));
    CHECK(has(page, "<code class=\"muted\">always (lateness_us &lt; 500)</code>"));
    CHECK(has(page, "Configuration run.yaml"));
}

TEST_CASE("a summary of two programs has a section for each") {
    const Folder sut;
    Json other = realtime_summary();
    other["name"] = "second";
    const Json both{{"programs", Json::array({realtime_summary(), other})}};
    const std::string page = sut.report_of({sut.write("both.json", both)});
    CHECK(has(page, "<h2>both: pilot</h2>"));
    CHECK(has(page, "<h2>both: second</h2>"));
}

TEST_CASE("a measured run beside a realtime run is refused, with advice") {
    const Folder sut;
    const Json measured{{"mode", "measured"}, {"exit_reason", "duration"}};
    const Finished result =
        sut.report({sut.write("hil.json", realtime_summary()), sut.write("other.json", measured)});
    CHECK(result.exit_code == 2);
    CHECK(has(result.err, "other: is a measured run, which has no deadlines; leave its summary"));
}

TEST_CASE("the result of bench-machine is a section, alone or beside runs") {
    const Folder sut;
    const std::string machine = sut.scratch.write("machine.json", R"({
        "facts": [{"name": "kernel", "found": "6.1.0-<b>", "wanted": "PREEMPT_RT",
                   "advice": "install <i>", "rating": "poor"}],
        "clock": {"source": "tsc", "resolution_ns": 1, "read_ns": 23.5},
        "loops": [{"period_s": 0.001, "priority": 80, "idle": {"lateness_us":
                   {"p50": 12, "p99": 34, "max": 56, "count": 2, "buckets": [[12, 1], [56, 1]]}},
                   "loaded": {"lateness_us": null}}],
        "effects": [{"setting": "priority 80", "loaded": true,
                     "with": {"lateness_us": {"p99": 34}}, "without": {"lateness_us": {"p99": 9876}}}],
        "udp": {"round_trip_us": {"p50": 45}, "lost": 0}, "futex": 5,
        "verdicts": [{"period_s": 0.001, "limit_s": 0.0001, "periods": 2, "share": 0.5,
                      "loaded_share": 0, "held": false, "bottleneck": "no <u>"}]})");
    const std::string page = sut.report_of({machine});
    CHECK(has(page, "<h1>Machine machine</h1>"));
    CHECK(has(page, "The machine holds 0 of 1 period."));
    CHECK(has(page, "Does not hold 1 ms"));
    CHECK(has(page, "First bottleneck: no &lt;u&gt;."));
    CHECK(has(page, "lateness at 1 ms"));
    CHECK(has(page, "9876"));
    CHECK(has(page, "UDP round trip"));
    CHECK(has(page, "23.5 ns to read it"));
    for (const char* text : {"<b>", "<i>", "<u>"}) CHECK_FALSE(has(page, text));
    const std::string both = sut.report_of({machine, sut.write("hil.json", realtime_summary())});
    CHECK(has(both, "<h1>Realtime run hil</h1>"));
    CHECK(has(both, "<h2>Machine machine</h2>"));
    const std::string broken = R"({"facts": [1], "loops": [1, {"idle": 5}], "effects": [{}, []],
        "verdicts": [{}, 7, {"held": "x"}], "clock": {}, "udp": {"round_trip_us": {"p50": 1e300}}})";
    CHECK(has(sut.report_of({sut.scratch.write("broken.json", broken)}), "Does not hold"));
}

TEST_CASE("texts of a summary do not become markup, and broken files have an error") {
    const Folder sut;
    Json summary = realtime_summary();
    const std::string text = "<script>alert(1)</script>";
    summary["name"] = summary["exit_reason"] = summary["error"] = text;
    Json& realtime = summary["realtime"];
    realtime["started"] = text;
    realtime["warnings"] = {text};
    for (const char* list : {"granted", "machine"})
        for (const char* key : {"name", "requested", "granted", "found", "wanted", "advice"})
            realtime[list][0][key] = text;
    summary["requirements"][text] = outcome_of(text);
    const std::string page = sut.report_of({sut.write("<b>.json", summary)});
    CHECK_FALSE(has(page, "<script"));
    CHECK_FALSE(has(page, "<b>.json"));
    CHECK(has(page, "default-src 'none'"));
    const std::string good = sut.write("good.json", realtime_summary());
    CHECK(has(sut.report({good, sut.scratch.write("x.json", "{")}).err, "is not JSON"));
    CHECK(has(sut.report({good, sut.write("y.json", Json{{"a", 1}})}).err,
              "y.json: is not a file of a run"));
    CHECK(has(sut.report({good, sut.scratch.write("z.yaml", std::string(1'000'001, '#'))}).err,
              "has more than 1000000 bytes"));
}

TEST_CASE("with a trace the page of the run has a section about real time, without long lists") {
    const Folder sut;
    const std::string page = sut.report_of({sut.scratch.write("t.csv", "t_s,x_m\n0,0\n1,1\n"),
                                            sut.write("hil.json", realtime_summary())});
    CHECK(has(page, "<h2>Real time of pilot</h2>"));
    CHECK(has(page, "7.32 ms late at 12.340 s"));
    CHECK(has(page, "<th>realtime.lateness_us.p99</th>"));
    CHECK_FALSE(has(page, "<th>realtime.lateness_us.buckets"));
    CHECK_FALSE(has(page, "<th>realtime.worst"));
    CHECK_FALSE(has(page, "<th>realtime.per_minute"));
    CHECK_FALSE(has(page, "<th>realtime.machine"));
}

TEST_CASE("compare leaves out the long lists of realtime runs") {
    const Folder sut;
    Json other = realtime_summary();
    other["realtime"]["lateness_us"]["buckets"][0][1] = 99;
    other["realtime"]["worst"][0]["t_s"] = 99;
    other["realtime"]["per_minute"][0]["t_s"] = 99;
    const std::string files[] = {sut.write("a.json", realtime_summary()),
                                 sut.write("b.json", other)};
    const auto compare = [&] {
        return tests::run(sut.scratch, {"ddc-gateway", "compare", files[0], files[1]});
    };
    CHECK(compare().exit_code == 0);
    other["realtime"]["lateness_us"]["p99"] = 1;
    sut.write("b.json", other);
    CHECK(compare().exit_code == 1);
}

}  // namespace bench_page_test
