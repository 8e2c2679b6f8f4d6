// SPDX-License-Identifier: MIT
#include "campaign/search/stop_rules.hpp"
#include "campaign/worker/deadline.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

namespace stop_rules_test {

using namespace gateway::campaign;

namespace {

Row row_of(std::uint64_t run, const std::string& outcome) {
    return {run, R"({"outcome":")" + outcome + R"("})", "{}"};
}

StopRules read(const std::string& text) {
    plant::YamlReader reader("campaign.yaml", text);
    StopRules rules = read_stop_rules(reader);
    reader.finish();
    return rules;
}

}  // namespace

TEST_CASE("A limit of failures stops at the run of the last of them") {
    StopTest sut(read("failures: 2"));
    CHECK_FALSE(sut.add(row_of(0, "fail")));
    CHECK_FALSE(sut.add(row_of(1, "pass")));
    CHECK_FALSE(sut.add(row_of(2, "error")));
    CHECK(sut.add(row_of(3, "fail")));
    REQUIRE(sut.decision());
    CHECK(to_string(*sut.decision()) == "stopped at run 3: 2 failures");
    CHECK(sut.add(row_of(4, "fail")));
    CHECK(sut.decision()->run == 3);
}

TEST_CASE("Nothing is decided after a missing run") {
    StopTest sut(read("failures: 1"));
    CHECK_FALSE(sut.add(row_of(0, "pass")));
    CHECK_FALSE(sut.add(row_of(2, "fail")));
    CHECK_FALSE(sut.add(row_of(3, "fail")));
}

TEST_CASE("A sequential test accepts after 326 passed runs and errors do not count") {
    StopTest sut(read("sprt: {good_rate: 0.001, bad_rate: 0.01, false_alarm: 0.05, miss: 0.05}"));
    for (std::uint64_t run = 0; run < 4; ++run) REQUIRE_FALSE(sut.add(row_of(run, "error")));
    for (std::uint64_t run = 4; run < 4 + 325; ++run) REQUIRE_FALSE(sut.add(row_of(run, "pass")));
    REQUIRE(sut.add(row_of(4 + 325, "pass")));
    CHECK(to_string(*sut.decision()) == "stopped at run 329: rate of failures at most 0.001");
}

TEST_CASE("A sequential test rejects if every run fails") {
    StopTest sut(read("sprt: {good_rate: 0.001, bad_rate: 0.01}"));
    CHECK_FALSE(sut.add(row_of(0, "fail")));
    REQUIRE(sut.add(row_of(1, "fail")));
    CHECK(sut.decision()->reason == "rate of failures at least 0.01");
}

TEST_CASE("Rules read from a plan equal those that were written") {
    const StopRules rules =
        read("failures: 7\nsprt: {good_rate: 0.01, bad_rate: 0.1, false_alarm: 0.02, miss: 0.03}");
    const StopRules again = stop_rules_of(to_json(rules));
    CHECK(again.failures == 7);
    REQUIRE(again.sprt);
    CHECK(again.sprt->good_rate == 0.01);
    CHECK(again.sprt->bad_rate == 0.1);
    CHECK(again.sprt->false_alarm == 0.02);
    CHECK(again.sprt->miss == 0.03);
    CHECK(stop_rules_of(to_json(StopRules())).is_empty());
}

TEST_CASE("Errors in stop rules are reported with their keys") {
    CHECK_THROWS_WITH(read("failures: 0"), doctest::Contains("failures: must be 1 to"));
    CHECK_THROWS_WITH(read("sprt: {good_rate: 0.2, bad_rate: 0.1}"),
                      doctest::Contains("sprt: a sequential test needs 0 < good_rate < bad_rate"));
    CHECK_THROWS_WITH(read("sprt: {rate: 0.2}"), doctest::Contains("known here: good_rate"));
}

TEST_CASE("A deadline that passes sets its flag and one that is cancelled does not") {
    std::atomic<bool> flag{false};
    {
        const Deadline sut(Deadline::Seconds(1000), flag);
        CHECK_FALSE(sut.is_over());
    }
    CHECK_FALSE(flag);
    const Deadline sut(Deadline::Seconds(0.001), flag);
    while (!flag) std::this_thread::yield();
    CHECK(sut.is_over());
}

}  // namespace stop_rules_test
