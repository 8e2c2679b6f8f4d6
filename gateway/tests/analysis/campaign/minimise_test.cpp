// SPDX-License-Identifier: MIT
#include "campaign/search/minimise.hpp"

#include <plant/angle.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace minimise_test {

using namespace gateway::campaign;

namespace {

using Point = std::vector<double>;
using Function = double (*)(const Point&);

/// Maps the unit cube to [-5, 5] in each dimension; the minima are not in the middle.
Point place(const Point& unit) {
    Point x;
    for (const double value : unit) x.push_back(10 * value - 5);
    return x;
}

double sphere(const Point& x) {
    double sum = 0;
    for (const double value : x) sum += (value - 1) * (value - 1);
    return sum;
}

double rosenbrock(const Point& x) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < x.size(); ++i)
        sum += 100 * std::pow(x[i + 1] - x[i] * x[i], 2) + std::pow(1 - x[i], 2);
    return sum;
}

double rastrigin(const Point& x) {
    double sum = 0;
    for (const double value : x) {
        const double z = value - 1;
        sum += z * z + 10 * (1 - std::cos(2 * plant::pi * z));
    }
    return sum;
}

/// Axes with weights of 1 to 1e6 for their squares, rotated by 45 degrees.
double turned_ellipse(const Point& x) {
    const double u = (x[0] + x[1] - 2) / std::sqrt(2), v = (x[0] - x[1]) / std::sqrt(2);
    return u * u + 1e6 * v * v;
}

struct Found {
    double least = std::numeric_limits<double>::infinity();
    int asked = 0;
    bool is_inside = true;
};

/// Searches until the value is below `target`, or for `most` evaluations.
Found search(const SearchStart& start, Function function, int most, double target) {
    Found found;
    minimise(start, [&](const Point& unit) -> std::optional<double> {
        if (found.asked == most || found.least < target) return std::nullopt;
        ++found.asked;
        for (const double value : unit)
            found.is_inside = found.is_inside && value >= 0 && value <= 1;
        const double value = function(place(unit));
        found.least = std::min(found.least, value);
        return value;
    });
    return found;
}

/// The first requests of a search.
std::vector<Point> first_points(const SearchStart& start, std::size_t count) {
    std::vector<Point> points;
    minimise(start, [&](const Point& unit) -> std::optional<double> {
        if (points.size() == count) return std::nullopt;
        points.push_back(unit);
        return sphere(place(unit));
    });
    return points;
}

constexpr SearchMethod methods[] = {SearchMethod::cmaes, SearchMethod::crs, SearchMethod::direct};

}  // namespace

TEST_CASE("CMA-ES finds the minima of standard functions from every start") {
    for (std::uint64_t number = 0; number < 20; ++number) {
        CAPTURE(number);
        const auto least = [&](std::size_t dimensions, Function function, int most) {
            const Found found =
                search({SearchMethod::cmaes, dimensions, 7, number, 20}, function, most, 1e-4);
            CHECK(found.is_inside);
            return found.least;
        };
        CHECK(least(1, sphere, 200) < 1e-4);
        CHECK(least(2, sphere, 500) < 1e-4);
        CHECK(least(10, sphere, 3000) < 1e-4);
        CHECK(least(2, rosenbrock, 3000) < 1e-4);
        CHECK(least(5, rosenbrock, 40000) < 1e-4);
        CHECK(least(2, turned_ellipse, 1500) < 1e-4);
        CHECK(least(2, rastrigin, 30000) < 1e-4);
    }
}

TEST_CASE("CMA-ES finds a minimum in a corner") {
    const auto corner = [](const Point& x) { return x[0] - 2 * x[1] + x[2]; };
    const Found found = search({SearchMethod::cmaes, 3, 1, 0, 1}, corner, 300, -19.999);
    CHECK(found.least < -19.999);
}

TEST_CASE("CRS and DIRECT find the minima of standard functions") {
    CHECK(search({SearchMethod::crs, 2, 7, 0, 1}, sphere, 2000, 1e-8).least < 1e-8);
    CHECK(search({SearchMethod::crs, 2, 7, 0, 1}, rosenbrock, 4000, 1e-6).least < 1e-6);
    CHECK(search({SearchMethod::crs, 2, 7, 0, 1}, rastrigin, 4000, 1e-6).least < 1e-6);
    CHECK(search({SearchMethod::direct, 2, 7, 0, 1}, sphere, 2000, 1e-6).least < 1e-6);
    CHECK(search({SearchMethod::direct, 2, 7, 0, 1}, rastrigin, 4000, 1e-4).least < 1e-4);
}

TEST_CASE("A search repeats the same requests and every start makes different ones") {
    for (const SearchMethod method : methods) {
        const auto points = first_points({method, 3, 7, 1, 4}, 60);
        REQUIRE(points.size() == 60);
        CHECK(points == first_points({method, 3, 7, 1, 4}, 60));
        CHECK(points.front() != first_points({method, 3, 7, 2, 4}, 1).front());
    }
    CHECK(first_points({SearchMethod::cmaes, 3, 7, 1, 4}, 1) !=
          first_points({SearchMethod::cmaes, 3, 8, 1, 4}, 1));
}

TEST_CASE("The next request of a search depends on the values that it received") {
    const SearchStart start{SearchMethod::cmaes, 2, 7, 0, 1};
    const auto last = [&](double sign) {
        Point point;
        int left = 30;
        minimise(start, [&](const Point& unit) -> std::optional<double> {
            if (left-- == 0) return std::nullopt;
            point = unit;
            return sign * sphere(place(unit));
        });
        return point;
    };
    CHECK(sphere(place(last(1))) < sphere(place(last(-1))));
}

TEST_CASE("Infinite values do not end a search") {
    for (const SearchMethod method : methods) {
        const auto half = [](const Point& x) {
            return x[0] < 0 ? std::numeric_limits<double>::infinity() : sphere(x);
        };
        CHECK(search({method, 2, 3, 0, 1}, half, 3000, 1e-3).least < 1e-3);
        const auto none = [](const Point&) { return std::numeric_limits<double>::infinity(); };
        CHECK(search({method, 2, 3, 0, 1}, none, 300, 0).asked == 300);
    }
}

TEST_CASE("An exception of the objective leaves every search") {
    for (const SearchMethod method : methods) {
        int asked = 0;
        const auto sut = [&] {
            minimise({method, 2, 3, 0, 1}, [&](const Point&) -> std::optional<double> {
                if (++asked == 5) throw std::runtime_error("the disk is full");
                return 1;
            });
        };
        CHECK_THROWS_WITH(sut(), "the disk is full");
        CHECK(asked == 5);
    }
}

TEST_CASE("The boxes of all starts fill the cube and have the same volume") {
    for (const std::uint64_t count : {1U, 2U, 3U, 7U, 16U}) {
        double volume = 0;
        for (std::uint64_t number = 0; number < count; ++number) {
            const Box box = box_of({SearchMethod::direct, 3, 0, number, count});
            double own = 1;
            for (std::size_t i = 0; i < 3; ++i) own *= box.high[i] - box.low[i];
            CHECK(own == doctest::Approx(1.0 / static_cast<double>(count)));
            volume += own;
            for (std::uint64_t other = 0; other < number; ++other) {
                const Box second = box_of({SearchMethod::direct, 3, 0, other, count});
                bool is_apart = false;
                for (std::size_t i = 0; i < 3; ++i)
                    is_apart =
                        is_apart || box.low[i] >= second.high[i] || second.low[i] >= box.high[i];
                CHECK(is_apart);
            }
        }
        CHECK(volume == doctest::Approx(1));
    }
}

}  // namespace minimise_test
