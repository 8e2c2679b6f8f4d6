// SPDX-License-Identifier: MIT
#include "campaign/store/tally.hpp"

#include <doctest/doctest.h>

namespace verdict_test {

using namespace gateway::campaign;
using gateway::requirement::Verdict;

namespace {

/// A result as a worker writes it.
Row row_with(const std::string& outcome, const std::string& rest, const std::string& wall = "{}") {
    return {7, R"({"outcome":")" + outcome + R"(","parameters":{})" + rest + "}", wall};
}

const std::string two_verdicts =
    R"(,"requirements":{"a":{"verdict":"pass","robustness":0.25,"reason":"r"},)"
    R"("b":{"verdict":"fail","robustness":-1.5,"reason":"s"}},"summary":{})";

}  // namespace

TEST_CASE("Results of requirements are read as a worker wrote them") {
    const RunVerdict sut = verdict_of(row_with("fail", two_verdicts));
    CHECK(sut.outcome == RunOutcome::fail);
    REQUIRE(sut.requirements.size() == 2);
    CHECK(sut.requirements[0].name == "a");
    CHECK(sut.requirements[0].verdict == Verdict::pass);
    CHECK(sut.requirements[0].robustness == 0.25);
    CHECK(sut.requirements[1].verdict == Verdict::fail);
    CHECK(sut.least_robustness() == -1.5);
}

TEST_CASE("Without requirements there is no robustness") {
    const RunVerdict sut = verdict_of(row_with("done", R"(,"summary":{})"));
    CHECK(sut.outcome == RunOutcome::done);
    CHECK(sut.requirements.empty());
    CHECK_FALSE(sut.least_robustness());
}

TEST_CASE("A requirement without a verdict has no robustness and gives the reason") {
    const Row row =
        row_with("error", R"(,"requirements":{"a":{"verdict":"error","robustness":null,)"
                          R"("reason":"the run has no samples"}},"summary":{})");
    CHECK_FALSE(verdict_of(row).least_robustness());
    CHECK(is_made(row));
    CHECK(error_of(row) == "a: the run has no samples");
}

TEST_CASE("A run that could not start has no result and gives the reason") {
    const Row row = row_with("error", "", R"({"error":"its program was lost"})");
    CHECK_FALSE(is_made(row));
    CHECK(error_of(row) == "its program was lost");
    CHECK(error_of(row_with("fail", two_verdicts)).empty());
}

TEST_CASE("An invalid result is rejected with the number of the run") {
    CHECK_THROWS_WITH(outcome_of({7, R"({"value":1})", "{}"}), doctest::Contains("run 7: "));
    CHECK_THROWS_WITH(outcome_of(row_with("maybe", "")), doctest::Contains("run 7: "));
    CHECK_THROWS_WITH(verdict_of(row_with("pass", R"(,"requirements":{"a":{}})")),
                      doctest::Contains("run 7: "));
}

TEST_CASE("A total has every outcome and the missing runs") {
    Tally sut;
    CHECK(to_string(sut, 3) == "0 of 3 runs: 0 pass, 0 fail, 0 error, 3 missing");
    CHECK(exit_code_of(sut, 3) == 1);
    sut.add(RunOutcome::pass);
    sut.add(RunOutcome::fail);
    CHECK(to_string(sut, 2) == "2 of 2 runs: 1 pass, 1 fail, 0 error, 0 missing");
    CHECK(exit_code_of(sut, 2) == 4);
    sut.add(RunOutcome::error);
    CHECK(exit_code_of(sut, 3) == 1);
    Tally other;
    other.add(RunOutcome::done);
    CHECK(to_string(other, 1) == "1 of 1 runs: 1 done, 0 error, 0 missing");
    CHECK(exit_code_of(other, 1) == 0);
    other.add(sut);
    CHECK(to_string(other, 9) == "4 of 9 runs: 1 done, 1 pass, 1 fail, 1 error, 5 missing");
}

}  // namespace verdict_test
