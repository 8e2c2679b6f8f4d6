// SPDX-License-Identifier: MIT
#include "brute_force.hpp"

#include "monitor/monitor.hpp"
#include "requirement/parser.hpp"

#include <doctest/doctest.h>

#include <cmath>

namespace robustness_test {

using namespace gateway::requirement;

Requirement requirement_of(const std::string& text, double scale = 1) {
    return {"r", text, parse_formula(text, vocabulary_of({"x", "y", "z"}, {"a", "b"})), scale};
}

/// A trace has the columns of a formula in their order there.
Outcome outcome_of(const Requirement& requirement, const brute_force::Trace& trace) {
    Monitor monitor(requirement);
    monitor.reserve(1);
    std::vector<double> values;
    for (std::size_t i = 0; i < trace.rows.size(); ++i) {
        values.clear();
        for (const std::string& column : requirement.formula.columns)
            values.push_back(trace.rows[i][static_cast<std::size_t>(column[0] - 'x')]);
        monitor.take(trace.times_ns[i], values.data());
    }
    return monitor.finish(trace.end_ns, [&](const std::string& key) {
        return std::optional(trace.summary[static_cast<std::size_t>(key[0] - 'a')]);
    });
}

/// Whether an outcome has the values of a moment of the trace, or of the summary.
bool is_moment_of(const brute_force::Trace& trace, const Outcome& outcome) {
    const std::string prefix = "summary.";
    if (outcome.comparison.compare(0, prefix.size(), prefix) == 0) {
        const auto key = static_cast<std::size_t>(outcome.comparison[prefix.size()] - 'a');
        return outcome.left == trace.summary[key];
    }
    const auto column = static_cast<std::size_t>(outcome.comparison[0] - 'x');
    return outcome.left == trace.at(std::llround(outcome.time_s * 1e9))[column];
}

TEST_CASE("robustness follows the definition for 10000 random formulas and traces") {
    std::mt19937 random(21);
    int judged = 0, failed = 0, decided_by_summary = 0;
    while (judged < 10'000) {
        const auto tree = brute_force::random_tree(random, 4);
        if (tree->constants() > 3) continue;  // each of them doubles the formula
        const brute_force::Trace trace = brute_force::random_trace(random);
        const Requirement requirement = requirement_of(tree->text());
        CAPTURE(requirement.text);
        CHECK(requirement.formula.horizon_ns() == tree->horizon_ns());
        const Outcome outcome = outcome_of(requirement, trace);
        const std::int64_t begin_ns = trace.times_ns[0];
        if (tree->horizon_ns() > trace.end_ns - begin_ns) {
            CHECK(outcome.verdict == Verdict::error);
            continue;
        }
        const auto [robustness, holds] = brute_force::value_of(*tree, trace, begin_ns);
        CHECK(outcome.robustness == robustness);
        CHECK((outcome.verdict == Verdict::pass) == holds);
        // The reported moment is in the trace, and decides the verdict.
        CHECK(std::abs(outcome.left - outcome.right) == std::abs(robustness));
        CHECK(is_moment_of(trace, outcome));
        ++judged;
        decided_by_summary += outcome.comparison[0] == 's' ? 1 : 0;
        failed += holds ? 0 : 1;
    }
    CHECK(failed > 2000);
    CHECK(failed < 8000);
    CHECK(decided_by_summary > 1000);
}

TEST_CASE("a scale divides robustness and changes no verdict") {
    const brute_force::Trace trace{{0, 1, 2}, {{0, 0, 0}, {3, 0, 0}, {1, 0, 0}}, 2};
    CHECK(outcome_of(requirement_of("always (x < 2)"), trace).robustness == -1);
    const Outcome scaled = outcome_of(requirement_of("always (x < 2)", 4), trace);
    CHECK(scaled.robustness == -0.25);
    CHECK(scaled.verdict == Verdict::fail);
}

TEST_CASE("at a robustness of 0 the relation decides") {
    const brute_force::Trace trace{{0}, {{2, 0, 0}}, 0};
    CHECK(outcome_of(requirement_of("x < 2"), trace).verdict == Verdict::fail);
    CHECK(outcome_of(requirement_of("x <= 2"), trace).verdict == Verdict::pass);
    CHECK(outcome_of(requirement_of("not x < 2"), trace).verdict == Verdict::pass);
    CHECK(outcome_of(requirement_of("x == 2"), trace).verdict == Verdict::pass);
    CHECK(outcome_of(requirement_of("x != 2"), trace).verdict == Verdict::fail);
    CHECK(outcome_of(requirement_of("x < 2"), trace).robustness == 0);
}

TEST_CASE("a value holds until the next sample and not at it") {
    const brute_force::Trace trace{{0, 10, 20}, {{0, 0, 0}, {5, 0, 0}, {0, 0, 0}}, 30};
    CHECK(outcome_of(requirement_of("eventually[9e-9,9e-9] (x > 1)"), trace).robustness == -1);
    CHECK(outcome_of(requirement_of("eventually[10e-9,10e-9] (x > 1)"), trace).robustness == 4);
    CHECK(outcome_of(requirement_of("eventually[19e-9,25e-9] (x > 1)"), trace).robustness == 4);
    CHECK(outcome_of(requirement_of("eventually[20e-9,25e-9] (x > 1)"), trace).robustness == -1);
}

TEST_CASE("the worst moment is reported with its values, the first of several equal ones") {
    const brute_force::Trace trace{
        {0, 10, 20, 30}, {{1, 0, 0}, {5, 1, 0}, {2, 0, 0}, {5, 1, 0}}, 30};
    const Outcome outcome = outcome_of(requirement_of("always (x < 2 + y)"), trace);
    CHECK(outcome.verdict == Verdict::fail);
    CHECK(outcome.robustness == -2);
    CHECK(outcome.time_s == 1e-8);
    CHECK(outcome.left == 5);
    CHECK(outcome.right == 3);
    CHECK(outcome.comparison == "x < 2 + y");
    CHECK(outcome.reason == "fails by 2 at 1e-08 s: x = 5, 2 + y = 3 in `x < 2 + y`");
}

TEST_CASE("a formula without an end ranges over the rest of the run") {
    // From 20 on fewer than 15 ns remain.
    const brute_force::Trace trace{{0, 10, 20}, {{1, 0, 0}, {0, 1, 0}, {1, 0, 0}}, 30};
    const auto rule = requirement_of("always (x > 0 implies eventually[0,15e-9] (y > 0))");
    CHECK(outcome_of(rule, trace).verdict == Verdict::pass);
    CHECK(outcome_of(requirement_of("always (x > 0 implies eventually (y > 0))"), trace).verdict ==
          Verdict::fail);
}

TEST_CASE("a run that is shorter than the horizon is an error") {
    const brute_force::Trace trace{{0, 10}, {{1, 0, 0}, {1, 0, 0}}, 1'500'000'000};
    const Outcome outcome = outcome_of(requirement_of("eventually[0,2] (x > 0)"), trace);
    CHECK(outcome.verdict == Verdict::error);
    CHECK(outcome.reason == "looks 2 s ahead, but the run lasts 1.5 s");
}

TEST_CASE("a run without a sample is an error") {
    const Requirement requirement = requirement_of("x > 0");
    Monitor monitor(requirement);
    CHECK(monitor.finish(0, nullptr).verdict == Verdict::error);
}

TEST_CASE("a value that is not a number is an error with its position") {
    const brute_force::Trace trace{{0, 10}, {{1, 1, 0}, {0, 0, 0}}, 10};
    const Outcome outcome = outcome_of(requirement_of("always (x / y < 2)"), trace);
    CHECK(outcome.verdict == Verdict::error);
    CHECK(outcome.reason == "no value at 1e-08 s: x / y = not a number in `x / y < 2`");
}

TEST_CASE("keys of the summary can be used within always, eventually and until") {
    const brute_force::Trace good{{0, 10}, {{1, 0, 0}, {5, 1, 0}}, 20, {0, 0}};
    brute_force::Trace bad = good;
    bad.summary = {-3, 0};
    const auto holds = [](const std::string& text, const brute_force::Trace& trace) {
        return outcome_of(requirement_of(text), trace).verdict == Verdict::pass;
    };
    for (const char* const text :
         {"always (summary.a == 0)", "always (x < 2 or summary.a == 0)",
          "always (summary.a < 0 implies x < 2)", "eventually (x > 4 and not summary.a < 0)",
          "(x < 2 or summary.a == 0) until (y > 0 and summary.a == 0)"}) {
        CAPTURE(text);
        CHECK(holds(text, good));
        CHECK_FALSE(holds(text, bad));
    }
}

TEST_CASE("a key of the summary changes no window") {
    // Only up to 15 the whole window is within the run, with any key.
    const brute_force::Trace trace{{0, 16}, {{1, 0, 0}, {5, 0, 0}}, 20, {-1, 0}};
    const std::string text = "always (x < 2 or (summary.a > 0 and eventually[0,5e-9] (y > 0)))";
    CHECK(requirement_of(text).formula.horizon_ns() == 5);
    CHECK(outcome_of(requirement_of(text), trace).verdict == Verdict::pass);
    CHECK(outcome_of(requirement_of("always (x < 2 or summary.a > 0)"), trace).verdict ==
          Verdict::fail);
}

TEST_CASE("keys of the summary are constants that are available at the end") {
    const std::string text = "summary.losses == 0 and always (x < 2)";
    const Requirement requirement{"r", text, parse_formula(text, vocabulary_of({"x"}, {"losses"})),
                                  1};
    const double x = 1;
    for (const double losses : {0.0, 3.0}) {
        Monitor monitor(requirement);
        monitor.take(0, &x);
        const Outcome outcome =
            monitor.finish(10, [&](const std::string&) { return std::optional(losses); });
        CHECK(outcome.robustness == -losses);
        CHECK((outcome.verdict == Verdict::pass) == (losses == 0));
    }
    Monitor monitor(requirement);
    monitor.take(0, &x);
    const Outcome outcome =
        monitor.finish(10, [](const std::string&) { return std::optional<double>(); });
    CHECK(outcome.reason == "the summary of this run has no number 'losses'");
}

}  // namespace robustness_test
