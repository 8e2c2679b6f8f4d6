// SPDX-License-Identifier: MIT
#include "math/functions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace math_test {

using namespace plant;

TEST_CASE("the elementary functions agree with those of the C++ library") {
    double worst_atan = 0.0;
    double worst_pair = 0.0;
    double worst_sin = 0.0;
    double worst_circle = 0.0;
    for (int i = 0; i < 200'000; ++i) {
        const double x = 1e-6 * i * i * 1e-3;
        worst_atan = std::max(worst_atan, std::abs(atan_of_positive(x) - std::atan(x)));
        const Pair<double> both = atans_of_positive(x, 3.0 - 1e-5 * i);
        worst_pair = std::max({worst_pair, std::abs(both.first - std::atan(x)),
                               std::abs(both.second - std::atan(3.0 - 1e-5 * i))});
        const double angle = 4.7 * i / 200'000.0;
        worst_sin = std::max(worst_sin, std::abs(sin_of_positive(angle) - std::sin(angle)));
        const double wide = (i - 100'000) * 0.9;
        const SinCos<double> sc = sin_cos(wide);
        worst_circle = std::max(
            {worst_circle, std::abs(sc.sin - std::sin(wide)), std::abs(sc.cos - std::cos(wide))});
    }
    CHECK(worst_atan < 4.5e-16);
    CHECK(worst_pair < 4.5e-16);
    CHECK(worst_sin < 4.5e-16);
    CHECK(worst_circle < 4.5e-16);
}

TEST_CASE("four lanes and one give bit-identical results") {
    for (int i = 0; i < 10'000; ++i) {
        const Lanes x{0.001 * i, 0.37 * i, 1e-9 * i, 17.0 / (i + 1)};
        const Lanes folded{0.0004 * i, 0.0001 * i, 0.00047 * i, 1e-12 * i};
        for (int lane = 0; lane < 4; ++lane) {
            REQUIRE(atan_of_positive(x)[lane] == atan_of_positive(x[lane]));
            REQUIRE(sin_of_positive(folded)[lane] == sin_of_positive(folded[lane]));
            REQUIRE(sin_cos(x).sin[lane] == sin_cos(x[lane]).sin);
            REQUIRE(sin_cos(x).cos[lane] == sin_cos(x[lane]).cos);
        }
    }
}

TEST_CASE("sine is exactly odd, cosine exactly even") {
    for (int i = 0; i < 10'000; ++i) {
        const double x = 0.0123 * i;
        REQUIRE(sin_cos(-x).sin == -sin_cos(x).sin);
        REQUIRE(sin_cos(-x).cos == sin_cos(x).cos);
    }
}

}  // namespace math_test
