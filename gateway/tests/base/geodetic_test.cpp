// SPDX-License-Identifier: MIT
#include "geodesy/geodetic.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

namespace geodetic_test {

using gateway::Geodetic;
using gateway::to_geodetic;
using gateway::WorldOrigin;
using gateway::WorldPoint;

struct Case {
    WorldOrigin origin;
    double x_m, y_m, z_m;
    Geodetic place;
};

/// Computed with 60 digits by a Newton iteration on the conversion from latitude, longitude and
/// altitude to geocentric coordinates; the first four also equal those of the public simulator.
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

TEST_CASE("a point of the world has a geodetic position") {
    for (const Case& c : cases) {
        CAPTURE(c.place.latitude_deg);
        const Geodetic found = to_geodetic(c.origin, c.x_m, c.y_m, c.z_m);
        CHECK(std::abs(found.latitude_deg - c.place.latitude_deg) < 2e-13 * 90);
        CHECK(std::abs(found.longitude_deg - c.place.longitude_deg) < 2e-13 * 180);
        CHECK(std::abs(found.altitude_m - c.place.altitude_m) < 1e-7);
    }
}

TEST_CASE("the origin has its configured position at any heading of the world") {
    for (const double latitude_deg : {-90.0, -45.0, 0.0, 45.0, 90.0}) {
        const Geodetic found = to_geodetic({latitude_deg, -77, 250, 123}, 0, 0, 0);
        CAPTURE(latitude_deg);
        CHECK(found.latitude_deg == doctest::Approx(latitude_deg).epsilon(1e-12));
        CHECK(found.altitude_m == doctest::Approx(250).epsilon(1e-9));
        if (std::abs(latitude_deg) < 90) CHECK(found.longitude_deg == doctest::Approx(-77));
    }
}

/// A latitude and longitude with its point of the plane, and with the point 1234 m above the
/// ellipsoid; computed with 60 digits by the same formulas.
struct Both {
    WorldOrigin origin;
    double latitude_deg, longitude_deg, altitude_of_plane_m;
    WorldPoint on_plane, high;
};
const Both places[] = {
    {{50, 6, 200, 0},
     50.1,
     6.15,
     218.7373270013,
     {10732.3946091973, 11134.1407812468, 0},
     {10734.0995492361, 11135.9144576182, 1015.25969211628}},
    {{50, 6, 0, 25},
     49.5,
     4.9,
     734.3702121003,
     {-95476.1209732428, -16199.6768181436, 0},
     {-95483.5898674928, -16200.9542404116, 499.572325862558}},
    {{80, 20, 0, 0},
     80.09,
     20.5,
     15.17440428283,
     {9610.26622697438, 10090.7374534058, 0},
     {9612.09671503016, 10092.6598451074, 1218.82270511299}},
    {{80, -179.8, 30, -70},
     80.4,
     178.1,
     310.3768282494,
     {-56011.0339658876, -21229.7178992654, 0},
     {-56019.1193464405, -21232.7815836673, 923.582700062012}},
    {{-33, 151, 5, 0},
     -33.1,
     151.1,
     21.51030518916,
     {9334.79164529083, -11095.0033345819, 0},
     {9336.56441948817, -11097.1203698167, 1212.48655062889}},
    {{-33, 18.5, 0, 200},
     -32,
     19.7,
     1964.133129196,
     {-144295.477619695, -64835.4551690396, 0},
     {-144278.959425059, -64827.9856373102, -729.908036461436}},
    {{-17, 179.95, 0, 0},
     -17.05,
     -179.95,
     11.29869189477,
     {10645.7688456536, -5536.20176835971, 0},
     {10647.8090693565, -5537.26929695182, 1222.69913989999}},
    {{52, -179.9, 100, 10},
     52.2,
     179.4,
     318.8442892449,
     {-43229.6170379952, 30454.7301184631, 0},
     {-43235.8050681531, 30459.0985003074, 915.12436337935}},
};

void check_point(const WorldPoint& found, const WorldPoint& expected) {
    CHECK(std::abs(found.x_m - expected.x_m) < 1e-8);
    CHECK(std::abs(found.y_m - expected.y_m) < 1e-8);
    CHECK(std::abs(found.z_m - expected.z_m) < 1e-8);
}

TEST_CASE(
    "positions 10 km and more away are converted in both directions, also across 180 degrees") {
    for (const Both& c : places) {
        CAPTURE(c.latitude_deg);
        CAPTURE(c.longitude_deg);
        const auto on_plane = gateway::on_plane(c.origin, c.latitude_deg, c.longitude_deg);
        REQUIRE(on_plane.has_value());
        check_point(*on_plane, c.on_plane);
        check_point(to_world(c.origin, {c.latitude_deg, c.longitude_deg, 1234}), c.high);

        const Geodetic back = to_geodetic(c.origin, c.on_plane.x_m, c.on_plane.y_m, 0);
        CHECK(std::abs(back.latitude_deg - c.latitude_deg) < 2e-13 * 90);
        CHECK(std::abs(back.longitude_deg - c.longitude_deg) < 2e-13 * 180);
        CHECK(std::abs(back.altitude_m - c.altitude_of_plane_m) < 1e-7);
        const Geodetic high = to_geodetic(c.origin, c.high.x_m, c.high.y_m, c.high.z_m);
        CHECK(std::abs(high.latitude_deg - c.latitude_deg) < 2e-13 * 90);
        CHECK(std::abs(high.longitude_deg - c.longitude_deg) < 2e-13 * 180);
        CHECK(std::abs(high.altitude_m - 1234) < 1e-7);
    }
}

TEST_CASE("positions a quarter of the Earth away are not converted") {
    CHECK(gateway::on_plane({0, 0}, 0, 88).has_value());
    CHECK_FALSE(gateway::on_plane({0, 0}, 0, 89.5).has_value());
    CHECK_FALSE(gateway::on_plane({0, 0}, 0, 180).has_value());
    CHECK_FALSE(gateway::on_plane({80, 0}, -20, 0).has_value());
}

}  // namespace geodetic_test
