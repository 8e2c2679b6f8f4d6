// SPDX-License-Identifier: MIT
#include "evidence/moments.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <random>

namespace moments_test {

using namespace std::chrono_literals;
using namespace gateway;
using Json = nlohmann::ordered_json;

constexpr double period_s = 0.001;

Period period_at(std::int64_t index, double lateness_us) {
    Period period;
    period.at = index * 1ms;
    period.began = SteadyTime(1h) + index * 1ms;
    period[Measure::lateness] = static_cast<float>(lateness_us);
    return period;
}

/// Periods of 1 ms that begin 10 us late, except those with an index in `late`.
Json moments_of(std::int64_t count, const std::map<std::int64_t, double>& late) {
    Moments moments;
    for (std::int64_t i = 0; i < count; ++i) {
        const auto found = late.find(i);
        moments.add(period_at(i, found == late.end() ? 10 : found->second));
    }
    moments.finish();
    return moments.to_json();
}

TEST_CASE("moments: each late period is shown with the periods within 50 ms of it, latest first") {
    const Json json = moments_of(5000, {{1000, 300}, {3000, 900}, {4990, 500}});
    REQUIRE(json.size() == 10);
    CHECK(json[0]["t_s"] == 3.0);
    CHECK(json[0]["lateness_us"] == 900);
    CHECK(json[1]["t_s"] == 4.99);
    CHECK(json[2]["t_s"] == 1.0);
    CHECK(json[0]["periods"].size() == 101);
    CHECK(json[0]["periods"].front()[0] == 2.95);
    CHECK(json[0]["periods"].back()[0] == 3.05);
    CHECK(json[1]["periods"].back()[0] == doctest::Approx(4.999));
    CHECK(json[0]["columns"].size() == json[0]["periods"][0].size());
    CHECK(json[0]["thread"].is_null());
}

TEST_CASE("moments: late periods close to each other are one moment, around the latest of them") {
    const Json json = moments_of(1000, {{500, 300}, {520, 900}, {540, 400}});
    CHECK(json[0]["t_s"] == 0.52);
    CHECK(json[0]["periods"].front()[0] == 0.47);
    CHECK(json[0]["periods"].back()[0] == 0.57);
    CHECK(json[1]["lateness_us"] == 10);
}

TEST_CASE("moments: of random periods the latest is the first, and any two are 50 ms apart") {
    std::mt19937 random(3);
    std::lognormal_distribution<double> lateness(3, 1);
    for (int round = 0; round < 20; ++round) {
        std::map<std::int64_t, double> late;
        for (std::int64_t i = 0; i < 20'000; ++i)
            late[i] = static_cast<double>(static_cast<float>(lateness(random)));
        const Json json = moments_of(20'000, late);
        const auto largest = std::max_element(late.begin(), late.end(),
                                              [](auto& a, auto& b) { return a.second < b.second; });
        CHECK(json[0]["lateness_us"].get<double>() ==
              doctest::Approx(largest->second).epsilon(1e-5));  // rounded to 1 ns
        CHECK(json[0]["t_s"].get<double>() ==
              doctest::Approx(static_cast<double>(largest->first) * period_s));
        std::vector<double> times_s;
        for (const Json& moment : json) times_s.push_back(moment["t_s"]);
        std::sort(times_s.begin(), times_s.end());
        for (std::size_t i = 1; i < times_s.size(); ++i) CHECK(times_s[i] - times_s[i - 1] > 0.05);
        CHECK(json.size() == 10);
    }
}

ThreadCounts counts_at(std::int64_t ms, std::uint64_t number) {
    ThreadCounts counts;
    counts.read_at = SteadyTime(1h) + ms * 1ms;
    counts.voluntary_switches = number;
    counts.involuntary_switches = 2 * number;
    counts.minor_faults = 3 * number;
    counts.major_faults = 4 * number;
    counts.run_ns = 5000 * number;
    counts.wait_ns = 6000 * number;
    return counts;
}

TEST_CASE("moments: the counts of the thread are the differences over the time around it") {
    Moments moments;
    for (std::int64_t i = 0; i < 1000; ++i) {
        moments.add(period_at(i, i == 525 ? 900 : 10));
        if (i % 50 == 0) moments.add(counts_at(i, static_cast<std::uint64_t>(i * i)));
    }
    moments.finish();
    const Json thread = moments.to_json()[0]["thread"];
    // From 475 ms to 575 ms, so between the counts at 450 ms and 600 ms.
    constexpr double difference = 600 * 600 - 450 * 450;
    CHECK(thread["duration_s"] == 0.15);
    CHECK(thread["voluntary_switches"] == difference);
    CHECK(thread["involuntary_switches"] == 2 * difference);
    CHECK(thread["minor_faults"] == 3 * difference);
    CHECK(thread["major_faults"] == 4 * difference);
    CHECK(thread["run_us"] == 5 * difference);
    CHECK(thread["wait_us"] == 6 * difference);
}

}  // namespace moments_test
