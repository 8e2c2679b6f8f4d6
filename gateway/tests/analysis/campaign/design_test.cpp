// SPDX-License-Identifier: MIT
#include "campaign/design/design.hpp"
#include "campaign/design/read_distribution.hpp"
#include "campaign/design/sobol.hpp"

#include <doctest/doctest.h>
#include <boost/random/sobol.hpp>

#include <cmath>
#include <set>

namespace design_test {

using namespace gateway::campaign;

namespace {

std::vector<Parameter> units(const std::vector<std::string>& paths) {
    std::vector<Parameter> parameters;
    for (const std::string& path : paths) parameters.push_back({path, Distribution::uniform(0, 1)});
    return parameters;
}

const std::vector<std::string> three{"vehicle.start.vx_mps", "vehicle.parameters.mass_kg", "seed"};

/// The largest and the smallest number of N runs in an N-th of a parameter.
std::pair<int, int> per_stratum(const Design& design, std::size_t parameter) {
    std::vector<int> counts(design.runs());
    for (std::uint64_t run = 0; run < design.runs(); ++run) {
        const double unit = design.value(run, parameter).get<double>();
        ++counts[static_cast<std::size_t>(unit * static_cast<double>(design.runs()))];
    }
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    return {*most, *least};
}

/// The distribution that a line `x: ...` defines.
Distribution read(const std::string& text) {
    plant::YamlReader reader("parameters.yaml", "x: " + text + "\n");
    Distribution distribution = read_distribution(reader, "x");
    reader.finish();
    return distribution;
}

}  // namespace

TEST_CASE("Sobol points equal those of Boost in every dimension that is compared") {
    constexpr unsigned count = 300;
    boost::random::sobol boost_points(count);
    std::vector<SobolDimension> suts;
    for (unsigned i = 0; i < count; ++i) suts.emplace_back(i);
    for (std::uint64_t number = 1; number < 200; ++number)
        for (unsigned i = 0; i < count; ++i)
            REQUIRE(suts[i].at(number) == boost_points() >> (64U - SobolDimension::bits));
}

TEST_CASE(
    "The first Sobol point is a half and all dimensions of the tables are evenly distributed") {
    for (const unsigned dimension : {0U, 1U, 2U, 255U, 3666U}) {
        const SobolDimension sut(dimension);
        CHECK(std::ldexp(static_cast<double>(sut.at(1)), -int{SobolDimension::bits}) == 0.5);
        std::set<std::uint64_t> strata;
        for (std::uint64_t i = 0; i < 256; ++i)
            strata.insert(sut.at(i) >> (SobolDimension::bits - 8));
        CHECK(strata.size() == 256);
    }
    CHECK_THROWS_AS(SobolDimension(3667), std::out_of_range);
}

TEST_CASE("A Latin hypercube of N runs has one run in each N-th of every parameter") {
    for (const std::uint64_t runs : {1U, 7U, 100U, 1000U}) {
        const Design sut(DesignKind::lhs, 5, runs, units(three));
        for (std::size_t i = 0; i < three.size(); ++i)
            CHECK(per_stratum(sut, i) == std::pair(1, 1));
    }
}

TEST_CASE("A Sobol design of 2^m runs has one run in each 2^m-th of every parameter") {
    for (const std::uint64_t runs : {2U, 64U, 1024U}) {
        const Design sut(DesignKind::sobol, 5, runs, units(three));
        for (std::size_t i = 0; i < three.size(); ++i)
            CHECK(per_stratum(sut, i) == std::pair(1, 1));
    }
}

TEST_CASE("An added parameter does not change the values of the others") {
    for (const auto kind : {DesignKind::random, DesignKind::lhs, DesignKind::sobol}) {
        const Design before(kind, 5, 100, units(three));
        const Design after(kind, 5, 100, units({"friction", three[0], three[1], "x", three[2]}));
        for (std::uint64_t run = 0; run < 100; ++run) {
            REQUIRE(before.value(run, 0) == after.value(run, 1));
            REQUIRE(before.value(run, 1) == after.value(run, 2));
            REQUIRE(before.value(run, 2) == after.value(run, 4));
        }
    }
}

TEST_CASE("A run that is computed alone has the values that it has in the whole design") {
    for (const auto kind : {DesignKind::random, DesignKind::lhs, DesignKind::sobol}) {
        const Design whole(kind, 9, 500, units(three));
        std::vector<double> values;
        for (std::uint64_t run = 0; run < 500; ++run)
            values.push_back(whole.value(run, 1).get<double>());
        const Design alone(kind, 9, 500, units(three));
        CHECK(alone.value(377, 1) == values[377]);
        CHECK(alone.value(3, 1) == values[3]);
    }
}

TEST_CASE("Another seed gives other values") {
    for (const auto kind : {DesignKind::random, DesignKind::lhs, DesignKind::sobol}) {
        const Design a(kind, 1, 64, units(three)), b(kind, 2, 64, units(three));
        int equal = 0;
        for (std::uint64_t run = 0; run < 64; ++run) equal += a.value(run, 0) == b.value(run, 0);
        CHECK(equal == 0);
    }
}

TEST_CASE("Random and Sobol designs are extended when more runs are requested") {
    for (const auto kind : {DesignKind::random, DesignKind::sobol}) {
        const Design few(kind, 1, 64, units(three)), more(kind, 1, 1000, units(three));
        for (std::uint64_t run = 0; run < 64; ++run)
            REQUIRE(few.value(run, 2) == more.value(run, 2));
    }
}

TEST_CASE("A Sobol design integrates more accurately than random runs") {
    const auto error_of = [](DesignKind kind) {
        double squares = 0;
        for (std::uint64_t seed = 0; seed < 40; ++seed) {
            const Design design(kind, seed, 1024, units(three));
            double sum = 0;
            for (std::uint64_t run = 0; run < 1024; ++run) {
                double product = 1;
                for (std::size_t i = 0; i < 3; ++i)
                    product *= 0.5 + design.value(run, i).get<double>();
                sum += product;
            }
            squares += std::pow(sum / 1024 - 1, 2);
        }
        return std::sqrt(squares / 40);
    };
    CHECK(error_of(DesignKind::sobol) < error_of(DesignKind::random) / 5);
}

TEST_CASE(
    "Each parameter has another Sobol dimension and an appended one does not move the others") {
    std::vector<std::string> paths;
    std::vector<unsigned> before;
    for (int i = 0; i < 256; ++i) {
        paths.push_back("p" + std::to_string(i));
        const auto now = sobol_dimensions(units(paths));
        REQUIRE(std::equal(before.begin(), before.end(), now.begin()));
        before = now;
    }
    CHECK(std::set<unsigned>(before.begin(), before.end()).size() == 256);
    paths.push_back("one_more");
    CHECK_THROWS_AS(sobol_dimensions(units(paths)), std::invalid_argument);
}

TEST_CASE("A grid has every combination and the last parameter changes fastest") {
    const std::vector<Parameter> parameters{{"a", read("[1, 2]")},
                                            {"b", read("{choice: [x, y, z]}")}};
    const Design sut(DesignKind::grid, 0, Design::grid_size(parameters), parameters);
    std::string all;
    for (std::uint64_t run = 0; run < sut.runs(); ++run)
        all += sut.value(run, 0).dump() + sut.value(run, 1).get<std::string>() + " ";
    CHECK(all == "1x 1y 1z 2x 2y 2z ");
}

TEST_CASE("A grid rejects parameters without values and a wrong number of runs") {
    CHECK_THROWS_AS(Design::grid_size(units({"a"})), std::invalid_argument);
    const std::vector<Parameter> parameters{{"a", read("[1, 2]")}};
    CHECK_THROWS_AS(Design(DesignKind::grid, 0, 3, parameters), std::invalid_argument);
}

TEST_CASE("A list gives its rows in order") {
    const Design sut(DesignKind::list, 0, 3, {{"a", read("[4, 5, 6]")}, {"b", read("[x, y, x]")}});
    CHECK(sut.value(1, 0) == 5);
    CHECK(sut.value(2, 1) == "x");
    CHECK_THROWS_AS(Design(DesignKind::list, 0, 4, {{"a", read("[4, 5, 6]")}}),
                    std::invalid_argument);
}

TEST_CASE("Quantiles equal those of published tables") {
    CHECK(read("{uniform: [-2, 6]}").at(0.25) == 0);
    CHECK(read("{normal: [10, 2]}").at(0.975).get<double>() ==
          doctest::Approx(13.919927969).epsilon(1e-9));
    CHECK(read("{lognormal: [1, 0.5]}").at(0.5).get<double>() == doctest::Approx(std::exp(1.0)));
    CHECK(read("{lognormal: [0, 1]}").at(0.8413447460685429).get<double>() ==
          doctest::Approx(std::exp(1.0)));
    CHECK(read("{triangular: [0, 1, 4]}").at(0.25).get<double>() == doctest::Approx(1));
    CHECK(read("{triangular: [0, 1, 4]}").at(0.8125).get<double>() ==
          doctest::Approx(4 - std::sqrt(0.1875 * 12)));
    // exp(-3) = 0.0498, 0.1991, 0.4232, 0.6472
    CHECK(read("{poisson: 3}").at(0.04) == 0);
    CHECK(read("{poisson: 3}").at(0.05) == 1);
    CHECK(read("{poisson: 3}").at(0.43) == 3);
    CHECK(read("{whole: [3, 5]}").at(0.34) == 4);
    CHECK(read("{whole: [3, 5]}").at(1 - 0x1p-53) == 5);
    CHECK(read("{choice: [soft, hard]}").at(0.49) == "soft");
    CHECK(read("{choice: [soft, hard]}").at(0.5) == "hard");
    CHECK(read("{steps: [0, 1, 5]}").values()[3] == 0.75);
}

TEST_CASE("An unbounded distribution is finite at the smallest unit number") {
    CHECK(std::isfinite(read("{normal: [0, 1]}").at(0).get<double>()));
    CHECK(read("{lognormal: [0, 1]}").at(0).get<double>() > 0);
}

TEST_CASE("Values keep their type") {
    const auto values = read("[1, 1.0, true, word, '1', null, [2, 3]]").values();
    CHECK(values[0].is_number_integer());
    CHECK(values[1].is_number_float());
    CHECK(values[2] == true);
    CHECK(values[3] == "word");
    CHECK(values[4] == "1");
    CHECK(values[5].is_null());
    CHECK(values[6].dump() == "[2,3]");
    CHECK(read("12").values().size() == 1);
}

TEST_CASE("An invalid distribution is rejected with its position") {
    for (const char* text :
         {"{uniform: [2, 1]}", "{uniform: 3}", "{uniform: [a, b]}", "{normal: [0, 0]}",
          "{normal: [0]}", "{whole: [0.5, 2]}", "{triangular: [0, 5, 4]}", "{poisson: 0}",
          "{steps: [0, 1, 0]}", "{choice: []}", "[]", "{}", "{gauss: [0, 1]}",
          "{uniform: [0, 1], normal: [0, 1]}"}) {
        CAPTURE(text);
        try {
            read(text);
            FAIL("is taken");
        } catch (const plant::FileError& error) {
            CHECK(error.mistakes().front().line == 1);
            CHECK(error.mistakes().front().key.find('x') == 0);
        }
    }
}

}  // namespace design_test
