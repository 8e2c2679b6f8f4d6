// SPDX-License-Identifier: MIT
#include "plot/thinned_curve.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace thinned_curve_test {

using gateway::ThinnedCurve;

TEST_CASE("a short curve is not thinned") {
    ThinnedCurve sut;
    for (int i = 0; i < 2000; ++i) sut.add(i, i % 7);
    const auto points = sut.points();
    REQUIRE(points.size() == 2000);
    for (int i = 0; i < 2000; ++i) {
        CHECK(points[static_cast<std::size_t>(i)].time_s == i);
        CHECK(points[static_cast<std::size_t>(i)].value == i % 7);
    }
}

TEST_CASE("a thinned curve has a limited number of points, single peaks and both ends") {
    constexpr int samples = 1'000'003, up = 345'678, down = 345'679;
    ThinnedCurve sut;
    for (int i = 0; i < samples; ++i) sut.add(i, i == up ? 5 : i == down ? -5 : 0);
    const auto points = sut.points();
    CHECK(points.size() <= 4001);
    CHECK(points.front().time_s == 0);
    CHECK(points.back().time_s == samples - 1);
    const auto has = [&](double time_s, double value) {
        return std::any_of(points.begin(), points.end(), [&](const ThinnedCurve::Point& point) {
            return point.time_s == time_s && point.value == value;
        });
    };
    CHECK(has(up, 5));
    CHECK(has(down, -5));
    CHECK(std::is_sorted(points.begin(), points.end(),
                         [](const auto& a, const auto& b) { return a.time_s <= b.time_s; }));
}

TEST_CASE("a curve without samples has no points") {
    CHECK(ThinnedCurve().points().empty());
}

}  // namespace thinned_curve_test
