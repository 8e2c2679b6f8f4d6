// SPDX-License-Identifier: MIT
#include "campaign/search/statistics.hpp"
#include "campaign/design/design.hpp"
#include "campaign/design/sobol.hpp"
#include "number/random.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <stdexcept>

namespace statistics_test {

using namespace gateway;
using namespace gateway::campaign;
using doctest::Approx;

namespace {

double ishigami(const std::array<double, 3>& unit) {
    std::array<double, 3> x{};
    for (std::size_t i = 0; i < 3; ++i) x[i] = plant::pi * (2 * unit[i] - 1);
    return std::sin(x[0]) + 7 * std::pow(std::sin(x[1]), 2) +
           0.1 * std::pow(x[2], 4) * std::sin(x[0]);
}

/// Probability of at most k failures in n runs, summed term by term.
double binomial_at_most(std::uint64_t k, std::uint64_t n, double rate) {
    double sum = 0;
    for (std::uint64_t i = 0; i <= k; ++i) {
        const auto a = static_cast<double>(i), b = static_cast<double>(n);
        sum += std::exp(std::lgamma(b + 1) - std::lgamma(a + 1) - std::lgamma(b - a + 1) +
                        a * std::log(rate) + (b - a) * std::log1p(-rate));
    }
    return sum;
}

std::uint64_t clean_runs_until_good(const SequentialTest& test) {
    SequentialProbabilityRatio sut(test);
    while (sut.verdict() == SequentialVerdict::undecided) sut.add(false);
    REQUIRE(sut.verdict() == SequentialVerdict::good);
    return sut.runs();
}

}  // namespace

TEST_CASE("Clopper-Pearson intervals equal those of published tables") {
    CHECK(clopper_pearson(0, 1000, 0.95).low == 0);
    CHECK(clopper_pearson(0, 1000, 0.95).high == Approx(0.003682).epsilon(2e-4));
    CHECK(clopper_pearson(3, 1000, 0.95).low == Approx(0.000619).epsilon(1e-3));
    CHECK(clopper_pearson(3, 1000, 0.95).high == Approx(0.008742).epsilon(1e-4));
    CHECK(clopper_pearson(50, 1000, 0.95).low == Approx(0.03734).epsilon(2e-4));
    CHECK(clopper_pearson(50, 1000, 0.95).high == Approx(0.06539).epsilon(2e-4));
    CHECK(clopper_pearson(0, 1'000'000, 0.95).high == Approx(3.689e-6).epsilon(2e-4));
    CHECK(clopper_pearson(5, 5, 0.95).high == 1);
}

TEST_CASE("The ends of a Clopper-Pearson interval have the tail probabilities that define them") {
    for (const std::uint64_t failures : {1U, 4U, 17U}) {
        const Interval sut = clopper_pearson(failures, 40, 0.9);
        CHECK(binomial_at_most(failures, 40, sut.high) == Approx(0.05));
        CHECK(binomial_at_most(failures - 1, 40, sut.low) == Approx(0.95));
    }
}

TEST_CASE("An interval without runs is rejected") {
    CHECK_THROWS_AS(clopper_pearson(0, 0, 0.95), std::invalid_argument);
    CHECK_THROWS_AS(clopper_pearson(3, 2, 0.95), std::invalid_argument);
    CHECK_THROWS_AS(clopper_pearson(1, 2, 1), std::invalid_argument);
}

TEST_CASE("A sequential test accepts after as many passed runs as the formula says") {
    CHECK(clean_runs_until_good({1e-3, 1e-2, 0.05, 0.05}) == 325 + 1);
    CHECK(clean_runs_until_good({1e-3, 2e-3, 0.05, 0.05}) == 2941);
}

TEST_CASE("A sequential test rejects after failures and keeps this result") {
    SequentialProbabilityRatio sut({1e-3, 1e-2, 0.05, 0.05});
    CHECK(sut.add(true) == SequentialVerdict::undecided);
    CHECK(sut.add(true) == SequentialVerdict::bad);
    for (int i = 0; i < 1000; ++i) sut.add(false);
    CHECK(sut.verdict() == SequentialVerdict::bad);
    CHECK(sut.runs() == 2);
}

TEST_CASE("A sequential test errs no more often than its error rates allow") {
    int alarms = 0;
    std::uint64_t runs = 0;
    constexpr int trials = 2000;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
        SequentialProbabilityRatio sut({1e-3, 1e-2, 0.05, 0.05});
        for (std::uint64_t run = 0; sut.verdict() == SequentialVerdict::undecided; ++run)
            sut.add(random_unit({trial, run, 1, 0}) < 1e-3);
        alarms += sut.verdict() == SequentialVerdict::bad;
        runs += sut.runs();
    }
    CHECK(alarms < trials * 0.05);
    CHECK(static_cast<double>(runs) / trials == Approx(393).epsilon(0.1));
}

TEST_CASE("A sequential test with rates in the wrong order is rejected") {
    CHECK_THROWS_AS(SequentialProbabilityRatio({1e-2, 1e-3, 0.05, 0.05}), std::invalid_argument);
    CHECK_THROWS_AS(SequentialProbabilityRatio({1e-3, 1e-2, 0, 0.05}), std::invalid_argument);
}

TEST_CASE("The sensitivities of the Ishigami function equal its closed form") {
    constexpr std::uint64_t points = 4096;
    std::vector<SobolDimension> dimensions;
    for (unsigned i = 0; i < 6; ++i) dimensions.emplace_back(i);
    std::vector<double> a, b;
    std::array<std::vector<double>, 3> ab;
    for (std::uint64_t number = 1; number <= points; ++number) {
        std::array<double, 3> first{}, second{};
        for (std::size_t i = 0; i < 3; ++i) {
            first[i] = std::ldexp(static_cast<double>(dimensions[i].at(number)), -52);
            second[i] = std::ldexp(static_cast<double>(dimensions[i + 3].at(number)), -52);
        }
        a.push_back(ishigami(first));
        b.push_back(ishigami(second));
        for (std::size_t i = 0; i < 3; ++i) {
            auto mixed = first;
            mixed[i] = second[i];
            ab[i].push_back(ishigami(mixed));
        }
    }
    const std::array<double, 3> first{0.3139, 0.4424, 0}, total{0.5576, 0.4424, 0.2437};
    for (std::size_t i = 0; i < 3; ++i) {
        const Sensitivity sut = sensitivity(a, b, ab[i]);
        CHECK(std::abs(sut.first - first[i]) < 0.003);
        CHECK(std::abs(sut.total - total[i]) < 0.003);
    }
}

TEST_CASE("The design sensitivity has the indices of the Ishigami function in its runs") {
    std::vector<Parameter> parameters;
    for (const char* path : {"a", "b", "c"})
        parameters.push_back({path, Distribution::uniform(0, 1)});
    const Design design(DesignKind::sensitivity, 7, 4096 * 5, parameters);
    std::array<std::vector<double>, 5> results;
    for (std::uint64_t run = 0; run < design.runs(); ++run) {
        std::array<double, 3> unit{};
        for (std::size_t i = 0; i < 3; ++i) unit[i] = design.value(run, i).get<double>();
        results[run % 5].push_back(ishigami(unit));
    }
    const std::array<double, 3> first{0.3139, 0.4424, 0}, total{0.5576, 0.4424, 0.2437};
    for (std::size_t i = 0; i < 3; ++i) {
        const Sensitivity sut = sensitivity(results[0], results[1], results[2 + i]);
        CHECK(std::abs(sut.first - first[i]) < 0.01);
        CHECK(std::abs(sut.total - total[i]) < 0.01);
    }
}

TEST_CASE("The design sensitivity uses complete groups of runs only") {
    const std::vector<Parameter> two{{"a", Distribution::uniform(0, 1)},
                                     {"b", Distribution::uniform(0, 1)}};
    CHECK_NOTHROW(Design(DesignKind::sensitivity, 0, 32, two));
    for (const std::uint64_t runs : {4U, 31U, 33U})
        CHECK_THROWS_AS(Design(DesignKind::sensitivity, 0, runs, two), std::invalid_argument);
    CHECK_THROWS_AS(Design(DesignKind::sensitivity, 0, 32, {}), std::invalid_argument);
}

TEST_CASE("The sensitivity of a constant is not a number and unequal samples are rejected") {
    CHECK(std::isnan(sensitivity({1, 1}, {1, 1}, {1, 1}).first));
    CHECK_THROWS_AS(sensitivity({1, 2}, {1, 2}, {1}), std::invalid_argument);
}

TEST_CASE("Quantiles are interpolated as in R and numpy") {
    const auto sut = quantiles({4, 1, 3, 2}, {0, 0.25, 0.5, 0.9, 1});
    CHECK(sut == std::vector<double>{1, 1.75, 2.5, 3.7, 4});
    CHECK(std::isnan(quantiles({}, {0.5}).front()));
}

}  // namespace statistics_test
