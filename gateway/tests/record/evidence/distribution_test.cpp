// SPDX-License-Identifier: MIT
#include "evidence/distribution.hpp"
#include "evidence/minutes.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <vector>

namespace distribution_test {

using namespace std::chrono_literals;
using namespace gateway;
using Json = nlohmann::ordered_json;

/// A long tail, as latencies have it.
std::vector<double> latencies_us(std::size_t count) {
    std::mt19937 random(7);
    std::lognormal_distribution<double> distribution(3, 1);
    std::vector<double> values(count);
    for (double& value : values) value = std::floor(distribution(random) * 1e3) * 1e-3;
    return values;
}

std::chrono::nanoseconds ns(double us) {
    return std::chrono::nanoseconds(std::llround(us * 1e3));
}

double exact(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    const auto rank =
        static_cast<std::size_t>(std::ceil(part * static_cast<double>(values.size())) - 1);
    return values[rank];
}

TEST_CASE("distribution: each percentile is at most 1/32 above that of the sorted values") {
    const std::vector<double> values = latencies_us(200'000);
    Distribution distribution;
    for (std::size_t i = 0; i < values.size(); ++i)
        distribution.add(ns(values[i]), static_cast<std::int64_t>(i) * 1ms);
    const Json json = to_json(distribution);
    for (const auto& [key, part] :
         std::vector<std::pair<std::string, double>>{{"p50", 0.5},
                                                     {"p90", 0.9},
                                                     {"p99", 0.99},
                                                     {"p99_9", 0.999},
                                                     {"p99_99", 0.9999},
                                                     {"p99_999", 0.99999}}) {
        CAPTURE(key);
        const double wanted = exact(values, part);
        CHECK(json[key] >= wanted);
        CHECK(json[key] <= wanted * (1 + 1.0 / 32));
    }
    const auto largest = std::max_element(values.begin(), values.end());
    CHECK(json["max"].get<double>() == doctest::Approx(*largest).epsilon(1e-12));
    CHECK(json["max_at_s"].get<double>() ==
          doctest::Approx(static_cast<double>(largest - values.begin()) * 1e-3));
}

TEST_CASE("distribution: the buckets ascend, and their counts add up to that of the values") {
    Distribution distribution;
    for (const double us : latencies_us(1000)) distribution.add(ns(us), 0s);
    const Json json = to_json(distribution);
    std::uint64_t count = 0;
    double last = -1;
    for (const Json& bucket : json["buckets"]) {
        CHECK(bucket[0] > last);
        last = bucket[0];
        count += bucket[1].get<std::uint64_t>();
    }
    CHECK(count == 1000);
    CHECK(json["count"] == 1000);
}

TEST_CASE("distribution: without values it is null, and its text a dash") {
    CHECK(to_json(Distribution()).is_null());
    CHECK(text_of(Distribution()) == "-");
}

/// Minutes with a period of 10 ms, up to that time.
Minutes minutes_up_to(SimTime end) {
    Minutes minutes;
    for (SimTime at{0}; at < end; at += 10ms) {
        Period period;
        period.at = at;
        period.is_overrun = at == 70s;
        period[Measure::lateness] = at < 60s ? 20 : 40;
        minutes.add(period);
    }
    return minutes;
}

TEST_CASE("minutes: each has its own periods, and the last one may be short") {
    const Json json = minutes_up_to(130s).to_json();
    REQUIRE(json.size() == 3);
    CHECK(json[0]["periods"] == 6000);
    CHECK(json[1]["periods"] == 6000);
    CHECK(json[2]["periods"] == 1000);
    CHECK(json[1]["t_s"] == 60);
    CHECK(json[0]["overruns"] == 0);
    CHECK(json[1]["overruns"] == 1);
    CHECK(json[0]["lateness_us"]["max"] == 20);
    CHECK(json[1]["lateness_us"]["p50"] == 40);
    CHECK(json[0]["answer_us"].is_null());
}

TEST_CASE("minutes: of a run longer than a day those of the last day are kept") {
    Minutes minutes;
    for (int minute = 0; minute < 2000; ++minute) {
        Period period;
        period.at = std::chrono::minutes(minute);
        minutes.add(period);
    }
    const Json json = minutes.to_json();
    CHECK(json.size() <= 1441);
    CHECK(json.back()["t_s"] == 1999 * 60);
}

}  // namespace distribution_test
