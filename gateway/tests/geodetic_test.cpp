// SPDX-License-Identifier: MIT
#include "geodesy/geodetic.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

namespace {

using gateway::Geodetic;
using gateway::to_geodetic;
using gateway::WorldOrigin;

struct Case {
    WorldOrigin origin;
    double x_m, y_m, z_m;
    Geodetic place;
};

/// Found by a Newton iteration on the formulas that lead from latitude, longitude and altitude to
/// the Earth's centre, with 60 digits; the first four are also the public simulator's.
const Case cases[] = {
    {{37.5665, 126.978, 38, 0}, 10000, 0, 0, {37.5664457405131, 127.0911892576185, 45.82946871}},
    {{37.5665, 126.978, 38, 0}, 0, 10000, 0, {37.6565982933280, 126.978, 45.86258102}},
    {{60, 10, 0, 0}, 10000, 0, 0, {59.9998784348441, 10.1792108800596, 7.81957052}},
    {{0, 179.9, 0, 0}, 50000, 0, 0, {0, -179.6508515584915, 195.97898197}},
    {{50.7766, 6.0834, 173, 30},
     1234.5,
     -678.9,
     12,
     {50.7768617161451, 6.1033693867337, 185.15528431}},
    {{-33.9, 151.2, 5, -135},
     -20000,
     3000,
     -100,
     {-33.7914994047383, 151.3756145223891, -62.91762274}},
    // Across the pole.
    {{89, 45, 1000, 0}, 500, 250000, 0, {88.7632171453633, -135.2072076977591, 5880.52359316}},
    {{0, 0, 0, 0}, 0, 0, -1000, {0, 0, -1000}},
};

TEST_CASE("a point of the world has its place on the Earth") {
    for (const Case& c : cases) {
        CAPTURE(c.place.latitude_deg);
        const Geodetic found = to_geodetic(c.origin, c.x_m, c.y_m, c.z_m);
        CHECK(std::abs(found.latitude_deg - c.place.latitude_deg) < 2e-13 * 90);
        CHECK(std::abs(found.longitude_deg - c.place.longitude_deg) < 2e-13 * 180);
        CHECK(std::abs(found.altitude_m - c.place.altitude_m) < 1e-7);
    }
}

TEST_CASE("the origin is where it is said to be, whichever way the world is turned") {
    for (const double latitude_deg : {-90.0, -45.0, 0.0, 45.0, 90.0}) {
        const Geodetic found = to_geodetic({latitude_deg, -77, 250, 123}, 0, 0, 0);
        CAPTURE(latitude_deg);
        CHECK(found.latitude_deg == doctest::Approx(latitude_deg).epsilon(1e-12));
        CHECK(found.altitude_m == doctest::Approx(250).epsilon(1e-9));
        if (std::abs(latitude_deg) < 90) CHECK(found.longitude_deg == doctest::Approx(-77));
    }
}

}  // namespace
