// SPDX-License-Identifier: MIT
#include "bench_page/bench.hpp"
#include "bench_page/realtime_parts.hpp"
#include "bench_page/verdict.hpp"
#include "bench_page/worst_charts.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

namespace evidence_test {

using namespace gateway::bench_page;
using Json = nlohmann::ordered_json;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

Json with_realtime(const std::string& realtime) {
    return {{"mode", "realtime"}, {"realtime", Json::parse(realtime)}};
}

/// Values of a wrong type and size at each place that is read.
const char* const hostile[] = {
    R"([])",
    R"("text")",
    R"({"lateness_us": 5, "per_minute": {}, "worst": 1, "granted": "x", "machine": [[1]]})",
    R"({"lateness_us": {"p50": "<b>", "max": [1], "buckets": [1, [], [1], ["a", 2], [1e300, 1e300],
        [-1, 5], [null, 1], [0, 0], [0, 3]]}})",
    R"({"lateness_us": {"p50": 1e308, "max": -1e308, "buckets": {"a": 1}, "count": -1}})",
    R"({"lateness_us": {}, "per_minute": [null, 1, {"t_s": 1e300, "lateness_us": {"max": 1e300}},
        {"t_s": 60, "lateness_us": {"p50": -3}}, {"t_s": 60, "lateness_us": {}},
        {"t_s": 1e8, "lateness_us": {"p50": 1e14}}]})",
    R"({"lateness_us": {}, "worst": [7, {}, {"t_s": 1e300, "columns": ["t_s", 5, "wait_us"],
        "periods": [1, [], [1e300, 2], [0.1, "x", 1e300]]}]})",
    R"({"lateness_us": {}, "worst": [{"t_s": 0, "lateness_us": 1, "thread": {"run_us": "x"},
        "columns": ["t_s", "lateness_us", "wait_us", "wait_us"],
        "periods": [[0, 1, 2, 3], [0, 1, 2, 3], [-0.01, 1, 2], [0.01, -1, -2, null]]}]})",
    R"({"vds1": [1], "granted": [1, {"name": 5}], "warnings": [{}, 1], "machine": [{}, "x"]})",
};

TEST_CASE("values of a wrong type are left out, and numbers of any size can be drawn") {
    for (const char* text : hostile) {
        CAPTURE(text);
        const Json summary = with_realtime(text);
        BenchRun run;
        run.summary = summary;
        run.evidence = evidence_of(summary);
        const std::string page = distribution_parts(run.evidence, {}) + loss_parts(summary) +
                                 granted_parts(run.evidence) + realtime_section(summary);
        for (const char* wrong : {"nan", "inf", "<b>"}) CHECK_FALSE(has(page, wrong));
        CHECK_FALSE(findings_of(run).empty());
    }
}

TEST_CASE("long lists are cut") {
    const Json percentiles{{"p50", 1}}, fact{{"name", "a"}};
    Json realtime{{"lateness_us", percentiles}};
    for (int i = 0; i < 10'000; ++i) {
        realtime["lateness_us"]["buckets"].push_back(Json::array({i, 1}));
        const Json minute{{"t_s", 60 * i}, {"lateness_us", percentiles}};
        realtime["per_minute"].push_back(minute);
        realtime["worst"].push_back(Json::object());
        realtime["machine"].push_back(fact);
        realtime["warnings"].push_back("a");
    }
    const Evidence sut = evidence_of({{"realtime", realtime}});
    REQUIRE(sut.distributions.size() == 1);
    CHECK(sut.distributions[0].buckets.size() <= 4096);
    CHECK(sut.distributions[0].minutes.size() == 1440);
    CHECK(sut.worst.size() == 10);
    CHECK(sut.machine.size() == 200);
    CHECK(sut.warnings.size() == 200);
}

TEST_CASE("evidence is read with its minutes, moments and the lag of the connection") {
    const Evidence sut = evidence_of(with_realtime(R"({"started": "2026-01-02T03:04:05Z",
        "lateness_us": {"p50": 1, "p99_999": 6, "max": 7, "max_at_s": 8, "count": 9,
                        "buckets": [[2, 3]]},
        "answer_us": null,
        "per_minute": [{"t_s": 0, "lateness_us": {"p99": 4}, "answer_us": null}],
        "worst": [{"t_s": 5, "lateness_us": 7, "thread": null,
                   "columns": ["t_s", "lateness_us", "sleep_us", "wait_us"],
                   "periods": [[4.99, 1, 2, 3], [5, 7, 8, 9]]}],
        "vds1": {"lag_us": {"p50": 20}}})"));
    REQUIRE(sut.distributions.size() == 2);
    const Distribution& lateness = sut.distributions[0];
    CHECK(sut.started == "2026-01-02T03:04:05Z");
    CHECK(lateness.values[p50] == 1);
    CHECK(lateness.values[p99_999] == 6);
    CHECK(lateness.values[greatest] == 7);
    CHECK(std::isnan(lateness.values[p90]));
    CHECK(lateness.max_at_s == 8);
    CHECK(lateness.buckets[0].count == 3);
    CHECK(lateness.minutes[0].values[p99] == 4);
    CHECK(sut.distributions[1].key == "lag_us");
    REQUIRE(sut.worst.size() == 1);
    CHECK_FALSE(sut.worst[0].thread);
    CHECK(sut.worst[0].latenesses_us == std::vector<double>{1, 7});
    REQUIRE(sut.worst[0].phases.size() == 1);  // the sleep is no work
    CHECK(sut.worst[0].phases[0].values_us == std::vector<double>{3, 9});
}

TEST_CASE("phases are on top of each other, lateness is a line") {
    Window window;
    window.t_s = 1;
    window.lateness_us = 100;
    window.times_s = {1, 1.01};
    window.latenesses_us = {100, 10};
    window.phases = {{"vehicle", {40, 4}}, {"outputs", {60, 6}}};
    const std::string sut = worst_charts({window});
    CHECK(has(sut, "100 us late at 1.000 s"));
    // The sum of both phases is as high as the lateness.
    const auto height_in = [&](const std::string& kind) {
        const std::size_t svg = sut.find("role=\"img\"");
        const std::size_t at = sut.find("d=\"M", sut.find("class=\"" + kind + "\"", svg)) + 4;
        return std::stod(sut.substr(sut.find(' ', at)));
    };
    CHECK(height_in("area2") == doctest::Approx(height_in("line0")));
    CHECK(height_in("area1") > height_in("area2"));  // y of SVG points down
}

TEST_CASE("the verdict reports missed periods, losses, packets and refused settings") {
    BenchRun run;
    run.summary = Json::parse(R"({"losses": 2, "failsafe_s": 1.5, "realtime": {"overruns": 1,
        "skipped": 0, "vehicle_losses": 1, "vds1": {"state_lost": 3, "late_states": 0}}})");
    run.evidence.granted = {{"priority", "80", "0", "raise the limit"}, {"cores", "1", "1", ""}};
    const auto found = findings_of(run);
    std::string all;
    for (const Finding& each : found) all += each.sentence + "\n";
    CHECK(has(all, "1 period began late by a period or more, 0 deadlines were skipped."));
    CHECK(has(all, "The vehicle was lost once, the program was lost 2 times."));
    CHECK(has(all, "1.5 s in fail-safe"));
    CHECK(has(all, "3 STATEs did not arrive."));
    CHECK(has(all, "1 setting was not granted as requested."));
    CHECK(worst_of(found) == Sign::attention);
    run.outcomes.emplace_back().verdict = gateway::requirement::Verdict::fail;
    CHECK(worst_of(findings_of(run)) == Sign::bad);
    run.outcomes.clear();
    run.summary = Json::parse(R"({"realtime": {"overruns": 0}})");
    run.evidence = {};
    CHECK(worst_of(findings_of(run)) == Sign::good);
}

}  // namespace evidence_test
