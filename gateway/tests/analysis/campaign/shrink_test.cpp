// SPDX-License-Identifier: MIT
#include "campaign/replay/shrink.hpp"
#include "campaign/replay/intermediate_values.hpp"
#include "number/random.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>
#include <vector>

namespace shrink_test {

using namespace gateway;
using namespace gateway::campaign;

namespace {

using Value = Distribution::Value;

Trial trial(bool fails) {
    return fails ? Trial::fails : Trial::passes;
}

/// One parameter with values 0 to 500, of which those from 123 on fail.
Distances shrunk_with_errors(const std::function<bool(std::size_t)>& is_error, int& asked) {
    return shrink({500}, [&](const Distances& distances) {
        ++asked;
        return is_error(distances[0]) ? Trial::error : trial(distances[0] >= 123);
    });
}

}  // namespace

TEST_CASE("parameters without effect return to their nominal values") {
    const auto sut = shrink({500, 300, 700},
                            [](const Distances& distances) { return trial(distances[1] >= 123); });
    CHECK(sut == Distances{0, 123, 0});
}

TEST_CASE("two parameters with a joint effect approach their nominal values together") {
    int asked = 0;
    const auto fails = [&](const Distances& distances) {
        ++asked;
        return distances[0] + distances[1] >= 500;
    };
    const auto sut =
        shrink({480, 240}, [&](const Distances& distances) { return trial(fails(distances)); });
    CHECK(sut[0] + sut[1] == 500);
    CHECK(std::abs(static_cast<double>(sut[0]) / static_cast<double>(sut[1]) - 2) < 0.1);
    CHECK(asked < 30);
}

TEST_CASE(
    "the shrunk run fails and no single parameter can be one step nearer to its nominal value") {
    for (std::uint64_t i = 0; i < 300; ++i) {
        const auto drawn = [&](std::uint32_t block, std::uint64_t most) {
            return static_cast<std::size_t>(random_bits({i, 0, 0, block}) % most);
        };
        const Distances limits{drawn(0, 900), drawn(1, 900), drawn(2, 2)};
        const Distances weights{1 + drawn(3, 5), 1 + drawn(4, 5)};
        const auto fails = [&](const Distances& distances) {
            return distances[0] * weights[0] + distances[1] * weights[1] >= limits[0] + limits[1] &&
                   distances[2] >= limits[2];
        };
        const Distances worst{1800, 1800, 1};
        REQUIRE(fails(worst));
        const Distances sut =
            shrink(worst, [&](const Distances& distances) { return trial(fails(distances)); });
        CHECK(fails(sut));
        for (std::size_t j = 0; j < sut.size(); ++j) {
            Distances nearer = sut;
            if (nearer[j] == 0) continue;
            --nearer[j];
            CHECK_FALSE(fails(nearer));
        }
    }
}

TEST_CASE("errors among values that fail and that pass do not change what is found") {
    const std::vector<std::function<bool(std::size_t)>> errors{
        [](std::size_t value) { return value == 250; },
        [](std::size_t value) { return value >= 200 && value < 300; },
        [](std::size_t value) { return value % 2 == 0 && value > 200; },
        [](std::size_t value) { return value < 123; },
        [](std::size_t value) { return value == 0 || value == 60; },
    };
    for (std::size_t i = 0; i < errors.size(); ++i) {
        CAPTURE(i);
        int asked = 0;
        CHECK(shrunk_with_errors(errors[i], asked) == Distances{123});
        CHECK(asked < 3 * 10);
    }
}

TEST_CASE("the shrunk run fails if all other values are errors") {
    int asked = 0;
    CHECK(shrunk_with_errors([](std::size_t value) { return value < 500; }, asked) ==
          Distances{500});
    CHECK(asked < 3 * 10);
}

TEST_CASE("candidate values go in decimal steps from the nominal value to the other") {
    const auto sut = intermediate_values(Distribution::uniform(1000, 2500), 1500, 1890.5);
    REQUIRE(sut.size() == 392);
    CHECK(sut.front() == 1500);
    CHECK(sut[1] == 1501.0);
    CHECK(sut[390] == 1890.0);
    CHECK(sut.back() == 1890.5);
    const auto down = intermediate_values(Distribution::uniform(0, 1), 1, 0.25);
    CHECK(down[590] == 0.41);
    CHECK(down.back() == 0.25);
}

TEST_CASE("candidates of a whole number are whole numbers and those of a choice are its choices") {
    const auto whole = intermediate_values(Distribution::whole(-5, 5), 2, -2);
    CHECK(whole == std::vector<Value>{2, 1, 0, -1, -2});
    const auto choices = Distribution::among({8, "soft", 3, 5, 1});
    CHECK(intermediate_values(choices, 2, 8) == std::vector<Value>{2, 3, 5, 8});
    CHECK(intermediate_values(choices, 2, "soft") == std::vector<Value>{2, "soft"});
    CHECK(intermediate_values(choices, "soft", "soft") == std::vector<Value>{"soft"});
    CHECK(intermediate_values(Distribution::uniform(0, 1), 0.5, 0.5) == std::vector<Value>{0.5});
}

}  // namespace shrink_test
