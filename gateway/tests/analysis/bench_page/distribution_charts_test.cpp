// SPDX-License-Identifier: MIT
#include "bench_page/distribution_charts.hpp"
#include "bench_page/durations.hpp"
#include "page/plot_frame.hpp"

#include <doctest/doctest.h>

#include <string>

namespace distribution_charts_test {

using namespace gateway::bench_page;
using gateway::page::logarithmic_axis;
using gateway::requirement::Outcome;

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

Distribution lateness() {
    Distribution distribution;
    distribution.key = "lateness_us";
    distribution.name = "lateness";
    return distribution;
}

Outcome outcome_of(const std::string& comparison, double right) {
    Outcome outcome;
    outcome.name = "limit";
    outcome.comparison = comparison;
    outcome.right = right;
    return outcome;
}

TEST_CASE("equal ratios have equal distances on a logarithmic axis") {
    const auto sut = logarithmic_axis(1, 10'000);
    CHECK(sut.ticks == std::vector<double>{1, 10, 100, 1000, 10'000});
    CHECK(sut.place(1) == 0);
    CHECK(sut.place(100) == doctest::Approx(0.5));
    CHECK(sut.place(10'000) == 1);
    CHECK(sut.place(0) == 0);
    CHECK(sut.place(-5) == 0);
}

TEST_CASE("a logarithmic axis of any length has a few ticks") {
    for (const double high : {1.5, 3.0, 99.0, 1e4, 1e9, 1e15}) {
        CAPTURE(high);
        const std::size_t ticks = logarithmic_axis(0.9, high).ticks.size();
        CHECK(ticks >= 1);
        CHECK(ticks <= 8);
    }
}

TEST_CASE("a histogram has one area for adjacent buckets, and a gap between distant ones") {
    Distribution sut = lateness();
    sut.buckets = {{100, 5}, {103, 7}, {50'000, 1}};
    const std::string figure = histogram_figure(sut, {});
    CHECK(count_of(figure, "class=\"area0\"") == 1);
    // The area returns to the low end after the first group, and after the last.
    const std::string bottom = "V" + gateway::page::coordinate(gateway::page::plot_bottom);
    CHECK(count_of(figure, bottom) == 3);
    CHECK(has(figure, ">10 ms</text>"));
    CHECK(histogram_figure(lateness(), {}).empty());
}

TEST_CASE("the higher bar has the larger count, on a logarithmic scale") {
    Distribution sut = lateness();
    sut.buckets = {{100, 1}, {10'000, 1000}};
    const std::string figure = histogram_figure(sut, {});
    const auto axis = logarithmic_axis(0.7, 2000);
    const auto height_of = [&](double count) {
        return gateway::page::coordinate(gateway::page::y_of(axis, count));
    };
    CHECK(has(figure, " " + height_of(1) + "H"));  // the begin of the area
    CHECK(has(figure, "V" + height_of(1000) + "H"));
}

TEST_CASE("limits of requirements are drawn in the histogram of their quantity") {
    const Distribution sut = lateness();
    const auto found =
        limits_on(sut, {outcome_of("lateness_us < 500", 500), outcome_of("lateness_us > 5", 5),
                        outcome_of("summary.realtime.lateness_us.p99_9 <= 2000", 2000),
                        outcome_of("round_trip_us < 3", 3), outcome_of("1 < lateness_us", 100)});
    REQUIRE(found.size() == 2);
    CHECK(found[0].us == 500);
    CHECK(found[1].us == 2000);
}

TEST_CASE("minutes have a line for each percentile, with a gap where minutes are missing") {
    Distribution sut = lateness();
    for (const double t_s : {0.0, 60.0, 240.0}) {
        MinuteValues minute;
        minute.t_s = t_s;
        minute.values.fill(10);
        sut.minutes.push_back(minute);
    }
    const std::string figure = minutes_figure(sut);
    CHECK(count_of(figure, "<path class=\"line0\"") == 3);  // legend and two pieces
    sut.minutes.resize(1);
    CHECK(minutes_figure(sut).empty());
}

TEST_CASE("durations have a unit and no exponent") {
    CHECK(duration_name(0) == "0");
    CHECK(duration_name(0.5) == "0.5 us");
    CHECK(duration_name(250) == "250 us");
    CHECK(duration_name(999.9) == "1 ms");
    CHECK(duration_name(12'345) == "12.3 ms");
    CHECK(duration_name(2e6) == "2 s");
    CHECK(microseconds_figure(48.06) == "48.06");
    CHECK(microseconds_figure(12'343.9) == "12\u202f344");
    CHECK(short_count(100'000) == "100\u202f000");
    CHECK(short_count(1e7) == "10 M");
}

}  // namespace distribution_charts_test
